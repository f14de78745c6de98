-- Requests that are sent twice: one at a time per person, each answered once.

create table private.idempotency_keys (
  actor_id uuid not null,
  key text not null check (length(key) between 8 and 200),
  action text not null,
  body_hash text not null,
  response jsonb not null,
  created_at timestamptz not null default now(),
  primary key (actor_id, key)
);
comment on table private.idempotency_keys is
  'Responses by actor and idempotency key, for 24 hours. Written in the same transaction as the effect.';
create index idempotency_keys_created_at on private.idempotency_keys (created_at);

alter table private.idempotency_keys enable row level security;
alter table private.idempotency_keys force row level security;

create function private.lock_person(p_owner uuid) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('person:' || p_owner::text, 0));
end
$$;
comment on function private.lock_person(uuid) is
  'One purchase at a time per person: makes idempotency keys and limits per person hold under parallel requests.';

create function private.response_for_key(p_actor uuid, p_key text, p_action text, p_body jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_row private.idempotency_keys;
begin
  if p_key is null then
    return null;
  end if;
  if length(p_key) not between 8 and 200 then
    perform private.refuse(422, 'invalid', '{"field": "key"}');
  end if;
  select * into v_row from private.idempotency_keys where actor_id = p_actor and key = p_key;
  if found and (v_row.action <> p_action or v_row.body_hash <> encode(sha256(convert_to(p_body::text, 'UTF8')), 'hex')) then
    perform private.refuse(422, 'key_reused');
  end if;
  return v_row.response;
end
$$;
comment on function private.response_for_key(uuid, text, text, jsonb) is
  'Returns the response stored for this idempotency key, or null; refuses the same key with another body. Call with the person locked.';

create function private.store_response(p_actor uuid, p_key text, p_action text, p_body jsonb, p_response jsonb) returns jsonb
language plpgsql volatile set search_path = ''
as $$
begin
  if p_key is not null then
    insert into private.idempotency_keys (actor_id, key, action, body_hash, response)
    values (p_actor, p_key, p_action, encode(sha256(convert_to(p_body::text, 'UTF8')), 'hex'), p_response);
  end if;
  return p_response;
end
$$;
comment on function private.store_response(uuid, text, text, jsonb, jsonb) is 'Stores and returns the response to an idempotency key.';
