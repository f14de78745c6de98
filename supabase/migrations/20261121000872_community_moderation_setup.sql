-- What moderators set up: words and domains, replies, notes; and names that only the brand has.

create function public.read_moderation_setup()
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_permission('moderate');
  return jsonb_build_object('rules', private.house_rules_list(), 'brand', (select s.brand from public.settings s),
    'terms', (select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'kind', m.kind, 'term', m.term, 'action', m.action,
      'by', private.staff_name(m.created_by)) order by m.kind, m.term), '[]') from private.moderation_terms m),
    'replies', (select coalesce(jsonb_agg(jsonb_build_object('id', k.id, 'title', k.title, 'rule', k.rule, 'text', k.text)
      order by k.title), '[]') from private.canned_replies k));
end
$$;
comment on function public.read_moderation_setup() is
  'Words, domains and names that are looked for, the brand''s own name, and replies to choose from. Moderators only. Refuses not_allowed.';

create function public.add_moderation_term(p_kind text, p_term text, p_action text)
returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_term text := lower(btrim(coalesce(p_term, '')));
  v_id uuid;
begin
  perform private.require_permission('moderate');
  if p_kind = 'domain' then
    v_term := regexp_replace(v_term, '^(https?://)?(www\.)?|/.*$', '', 'g');
  end if;
  if p_kind is null or p_kind not in ('word', 'domain', 'brand') or p_action is null or p_action not in ('review', 'report', 'refuse')
    or (p_kind = 'brand' and p_action <> 'refuse') then
    perform private.refuse(422, 'invalid', '{"field": "kind"}');
  elsif char_length(v_term) not between 2 and 80 or not private.is_readable(v_term)
    or (p_kind = 'domain' and v_term !~ '^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,24}$')
    or (p_kind <> 'domain' and char_length(private.name_key(replace(v_term, '*', ''))) < 2) then
    perform private.refuse(422, 'term_invalid');
  end if;
  insert into private.moderation_terms (kind, term, pattern, action, created_by)
  values (p_kind, v_term, private.term_pattern(p_kind, v_term), p_action, auth.uid())
  on conflict (kind, term) do update set action = excluded.action, created_by = excluded.created_by
  returning id into v_id;
  perform private.audit('moderation.term_added', 'moderation', v_id::text,
    jsonb_build_object('kind', p_kind, 'term', v_term, 'action', p_action));
  return v_id;
end
$$;
comment on function public.add_moderation_term(text, text, text) is
  'Adds a word, a domain or a name of the brand, or changes what is done about it, and returns its id. In words a * stands for any '
  'letters. p_action: review, report or refuse; brand names are refused. Moderators only. Refuses not_allowed, invalid, term_invalid.';

create function public.drop_moderation_term(p_term uuid)
returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_term private.moderation_terms;
begin
  perform private.require_permission('moderate');
  delete from private.moderation_terms where id = p_term returning * into v_term;
  if v_term.id is not null then
    perform private.audit('moderation.term_dropped', 'moderation', p_term::text,
      jsonb_build_object('kind', v_term.kind, 'term', v_term.term, 'action', v_term.action));
  end if;
end
$$;
comment on function public.drop_moderation_term(uuid) is 'Deletes a word, a domain or a name. Moderators only. Refuses not_allowed.';

create function public.save_canned_reply(p_id uuid, p_title text, p_rule text, p_text text)
returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_title text := btrim(coalesce(p_title, ''));
  v_text text := btrim(coalesce(p_text, ''));
  v_before private.canned_replies;
  v_after private.canned_replies;
begin
  perform private.require_permission('moderate');
  if char_length(v_title) not between 2 and 60 or not private.is_readable(v_title) then
    perform private.refuse(422, 'invalid', '{"field": "title"}');
  elsif char_length(v_text) not between 3 and 500 or not private.is_readable(v_text, true) then
    perform private.refuse(422, 'invalid', '{"field": "text"}');
  end if;
  select * into v_before from private.canned_replies k where k.id = p_id;
  insert into private.canned_replies as k (id, title, rule, text, updated_by)
  values (coalesce(p_id, gen_random_uuid()), v_title, private.require_rule(nullif(p_rule, '')), v_text, auth.uid())
  on conflict (id) do update set title = excluded.title, rule = excluded.rule, text = excluded.text, updated_by = excluded.updated_by
  returning * into v_after;
  perform private.audit_change('moderation.reply_saved', 'moderation', v_after.id::text,
    case when v_before.id is not null then to_jsonb(v_before) end, to_jsonb(v_after));
  return v_after.id;
exception
  when unique_violation then
    perform private.refuse(409, 'reply_title_taken');
end
$$;
comment on function public.save_canned_reply(uuid, text, text, text) is
  'Adds (p_id null) or changes a reply, and returns its id. Moderators only. Refuses not_allowed, invalid, rule_needed, reply_title_taken.';

create function public.drop_canned_reply(p_id uuid)
returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_reply private.canned_replies;
begin
  perform private.require_permission('moderate');
  delete from private.canned_replies where id = p_id returning * into v_reply;
  if v_reply.id is not null then
    perform private.audit('moderation.reply_dropped', 'moderation', p_id::text, jsonb_build_object('title', v_reply.title));
  end if;
end
$$;
comment on function public.drop_canned_reply(uuid) is 'Deletes a reply. Moderators only. Refuses not_allowed.';

create function public.add_moderator_note(p_user uuid, p_text text)
returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_text text := btrim(coalesce(p_text, ''));
  v_id uuid;
begin
  perform private.require_permission('moderate');
  if char_length(v_text) not between 1 and 1000 or not private.is_readable(v_text, true) then
    perform private.refuse(422, 'invalid', '{"field": "text"}');
  end if;
  insert into private.moderator_notes (user_id, author_id, text)
  select p.id, auth.uid(), v_text from public.profiles p where p.id = p_user returning id into v_id;
  if v_id is null then
    perform private.refuse(404, 'not_found');
  end if;
  perform private.log_moderation('noted', null, null, p_user, jsonb_build_object('id', v_id));
  perform private.audit('moderation.note', 'account', p_user::text, jsonb_build_object('note_id', v_id));
  return v_id;
end
$$;
comment on function public.add_moderator_note(uuid, text) is
  'Writes a note of 1 to 1,000 characters about a person, for moderators, and returns its id. Refuses not_allowed, invalid, not_found.';

create function private.refuse_brand_name() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if auth.uid() = new.id and private.is_brand_name(new.display_name)
    and not coalesce(private.role_may(private.person_role(new.id), 'be_staff'), false) then
    perform private.refuse(422, 'brand_name', '{"field": "displayName"}');
  end if;
  return new;
end
$$;
comment on function private.refuse_brand_name() is
  'Trigger: people cannot rename themselves to a name of the brand; staff can, and names that come from elsewhere are left alone.';
create trigger profiles_brand_name before update of display_name on public.profiles
  for each row when (old.display_name is distinct from new.display_name) execute function private.refuse_brand_name();

insert into private.moderation_terms (kind, term, pattern, action)
select t.kind, t.term, private.term_pattern(t.kind, t.term), t.action
from (values
  ('brand', 'official*', 'refuse'), ('brand', 'admin*', 'refuse'), ('brand', 'moderator*', 'refuse'), ('brand', 'staff', 'refuse'),
  ('brand', 'support team', 'refuse'), ('brand', 'customer service', 'refuse'),
  ('word', 'kill yourself', 'review'), ('word', 'kys', 'review'), ('word', 'cash app giveaway', 'review'),
  ('word', 'guaranteed entry', 'report'), ('domain', 'bit.ly', 'review'), ('domain', 't.me', 'review'), ('domain', 'wa.me', 'review')
) t (kind, term, action);
insert into private.canned_replies (title, rule, text) values
  ('Selling tickets', 'tickets',
    'Tickets can''t be sold here. You can hand yours to a friend, or return it at face value, from My Tickets.'),
  ('Insults', 'respect', 'You can disagree with people without insulting them.'),
  ('Phone number or address', 'privacy', 'Your post shows somebody''s phone number or address. Please leave those out.'),
  ('Same post again and again', 'spam', 'You posted the same more than once. Once is enough.');

revoke execute on function public.read_moderation_setup(), public.add_moderation_term(text, text, text),
  public.drop_moderation_term(uuid), public.save_canned_reply(uuid, text, text, text), public.drop_canned_reply(uuid),
  public.add_moderator_note(uuid, text), private.refuse_brand_name()
from public, anon, authenticated, service_role;
grant execute on function public.read_moderation_setup(), public.add_moderation_term(text, text, text),
  public.drop_moderation_term(uuid), public.save_canned_reply(uuid, text, text, text), public.drop_canned_reply(uuid),
  public.add_moderator_note(uuid, text)
to authenticated;
