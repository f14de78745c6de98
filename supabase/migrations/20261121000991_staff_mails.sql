-- The log of mails: every mail of the outbox, by whom it was for, what it was and how its delivery went.

-- Turns fastupdate off: every search would have to read the pending list.
create index mail_outbox_search on private.mail_outbox using gin (search_key extensions.gin_trgm_ops) with (fastupdate = off);

create function private.words_in_mail(p_words text[]) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return (
    select string_agg(format('m.search_key like ''%% '' || ($4)[%s] || ''%%''', n), ' and ')
    from generate_series(1, least(cardinality(p_words), 8)) n where p_words[1] <> '');
end
$$;
comment on function private.words_in_mail(text[]) is
  'Returns the condition, on a row m of mails, that it has each of at most eight words, which the statement has as $4; null without any.';

create function private.mail_subjects(p_person uuid) returns uuid[]
language plpgsql stable set search_path = ''
as $$
begin
  return array[p_person] || array(
    select o.id from public.orders o where o.owner_id = p_person order by o.created_at desc limit 2000);
end
$$;
comment on function private.mail_subjects(uuid) is
  'Returns what mails of a person are about: the person and their orders, the latest 2,000.';

create function private.mail_rows(p_ids uuid[]) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'kind', m.kind, 'recipient', m.recipient,
      'status', m.status, 'attempts', m.attempts,
      'createdAt', m.created_at, 'sentAt', m.sent_at, 'error', case when m.status <> 'sent' then m.last_error end,
      'providerRef', m.provider_ref,
      'rule', (select r.label from private.send_rules r where r.rule = m.send_rule), 'delivery', m.delivery, 'deliveryAt', m.delivery_at,
      'deliveryNote', m.delivery_note,
      'orderCode', (select o.code from public.orders o where m.subject_kind = 'order' and o.id = m.subject_id)) order by p.place), '[]')
    from unnest(p_ids) with ordinality p (id, place)
    join private.mail_outbox m on m.id = p.id);
end
$$;
comment on function private.mail_rows(uuid[]) is 'Returns mails, in this order, as staff list them.';

create function public.list_staff_mails(
  p_show text default 'all', p_search text default null, p_kind text default null, p_person uuid default null,
  p_from date default null, p_to date default null, p_after uuid default null, p_limit int default 50
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_limit int := least(greatest(coalesce(p_limit, 50), 1), 200);
  v_words text[] := string_to_array(private.name_key(p_search), ' ');
  v_code text := upper(btrim(p_search));
  v_order uuid;
  v_time_zone text;
  v_subject_kind text;
  v_email text;
  v_subjects uuid[];
  v_where text;
  v_ids uuid[];
  v_total jsonb;
begin
  perform private.require_permission('see_mails');
  v_time_zone := (select s.time_zone from public.settings s);
  v_subject_kind := (select k.subject_kind from private.mail_kinds k where k.kind = p_kind);
  if length(v_code) = 8 then
    select o.id into v_order from public.orders o where o.code = v_code;
  end if;
  if p_person is not null then
    -- To the person's address, or about what is theirs, whatever address it was sent to.
    v_email := lower(private.own_email(p_person));
    v_subjects := private.mail_subjects(p_person);
  end if;
  -- One statement for each choice, planned for the index it needs. What was asked for is a parameter, never part of the text.
  v_where := concat_ws(' and ', 'true',
    case p_show
      when 'waiting' then 'm.status in (''queued'', ''claimed'')'
      when 'returned' then 'm.delivery in (''bounced'', ''complained'')'
      when 'all' then null
      else 'm.status = $12'
    end,
    case when p_kind is not null then 'm.kind = $2 and m.subject_kind = $3' end,
    case when nullif(btrim(p_search), '') is not null then '(' || concat_ws(' or ', 'false',
      private.words_in_mail(v_words),
      case when v_order is not null then 'm.subject_id = $5' end) || ')' end,
    case when p_person is not null then '(lower(m.recipient) = $6 or m.subject_id = any ($7))' end,
    case when p_from is not null then 'm.created_at >= ($8::timestamp at time zone $10)' end,
    case when p_to is not null then 'm.created_at < (($9 + 1)::timestamp at time zone $10)' end,
    case when p_after is not null and exists (select 1 from private.mail_outbox a where a.id = p_after)
      then '(m.created_at, m.id) < (select a.created_at, a.id from private.mail_outbox a where a.id = $11)' end);
  execute format('
      select array_agg(page.id order by page.place)
      from (
        select m.id, row_number() over (order by m.created_at desc, m.id desc) as place
        from private.mail_outbox m where %s order by m.created_at desc, m.id desc limit $1
      ) page', v_where)
    into v_ids
    using v_limit + 1, p_kind, v_subject_kind, v_words, v_order, v_email, v_subjects, p_from, p_to, v_time_zone, p_after, p_show;
  if p_after is null then
    execute format('select private.list_total(count(*), $1) from (select 1 from private.mail_outbox m where %s limit $1 + 1) f', v_where)
      into v_total
      using 10000, p_kind, v_subject_kind, v_words, v_order, v_email, v_subjects, p_from, p_to, v_time_zone, p_after, p_show;
  end if;
  return jsonb_build_object(
    'mails', private.mail_rows(v_ids[:v_limit]),
    'person', (select jsonb_build_object('id', f.id, 'name', f.display_name) from public.profiles f where f.id = p_person),
    'next', case when cardinality(v_ids) > v_limit then v_ids[v_limit] end,
    'total', v_total, 'timeZone', v_time_zone, 'now', now());
end
$$;
comment on function public.list_staff_mails(text, text, text, uuid, date, date, uuid, int) is
  'A page of the mails of the outbox, the latest first: {mails: [{id, kind, recipient, status, attempts, createdAt, sentAt, error, '
  'providerRef, rule, delivery, deliveryAt, deliveryNote, orderCode}], person, next, total, timeZone, now}; total = private.list_total, '
  'on the first page only. p_show = all, waiting, sent, skipped, failed or returned (bounced or complained '
  'about); p_search = beginnings of words of the address or of what the mail server said, or the code of the order that a mail is about; '
  'p_kind = of this kind; p_person = to the address of this account, or about it or one of its orders, and person then '
  'names it; p_from, p_to = written on these days of the brand''s time zone; p_after = next of the page before. Admins only: refuses '
  'not_allowed.';
revoke execute on function private.mail_rows(uuid[]), private.mail_subjects(uuid), private.words_in_mail(text[]),
  public.list_staff_mails(text, text, text, uuid, date, date, uuid, int)
from public, anon, authenticated, service_role;
grant execute on function public.list_staff_mails(text, text, text, uuid, date, date, uuid, int) to authenticated;
