-- Stores the words that admins put into mails of the site, version by version.

create table private.mail_wordings (
  kind text not null references private.mail_kinds (kind),
  version int not null check (version >= 1),
  subject text not null default '' check (char_length(subject) <= 150 and private.is_readable(subject, false)),
  intro text not null default '' check (char_length(intro) <= 1000 and private.is_readable(intro, true)),
  closing text not null default '' check (char_length(closing) <= 1000 and private.is_readable(closing, true)),
  saved_by uuid references public.profiles (id) on delete set null,
  saved_at timestamptz not null default clock_timestamp(),
  primary key (kind, version)
);
comment on table private.mail_wordings is
  'What admins wrote for a kind of mail; rows are only ever added, and the latest version is in use. subject = the subject, in which '
  '{{subject}} stands for the site''s own; intro = below the title; closing = at the end. Empty = as the site writes it, so that a row of '
  'empty texts is a reset.';
create index mail_wordings_person on private.mail_wordings (saved_by);

create function private.mail_wording(p_kind text) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('subject', w.subject, 'intro', w.intro, 'closing', w.closing)
    from private.mail_wordings w where w.kind = p_kind order by w.version desc limit 1);
end
$$;
comment on function private.mail_wording(text) is
  'The words that admins put into a kind of mail: {subject, intro, closing}; null where they wrote none.';

create function public.read_mail_wordings(p_kind text default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_permission('manage_campaigns');
  return jsonb_build_object('timeZone', (select s.time_zone from public.settings s), 'now', now(), 'kinds', (
    select jsonb_agg(jsonb_build_object('kind', k.kind, 'stream', k.stream, 'versions', (
      select coalesce(jsonb_agg(jsonb_build_object('version', w.version, 'subject', w.subject, 'intro', w.intro, 'closing', w.closing,
        'savedAt', w.saved_at, 'by', (select p.display_name from public.profiles p where p.id = w.saved_by)) order by w.version desc), '[]')
      from private.mail_wordings w where w.kind = k.kind)) order by k.kind)
    from private.mail_kinds k where p_kind is null or k.kind = p_kind));
end
$$;
comment on function public.read_mail_wordings(text) is
  'Admin: the kinds of mail with the words that were put into each, the latest version first: {kinds, timeZone, now}. Refuses not_allowed.';

create function public.save_mail_wording(p_kind text, p_version int, p_subject text, p_intro text, p_closing text) returns int
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_before private.mail_wordings;
  v_after private.mail_wordings;
begin
  perform private.require_permission('manage_campaigns');
  perform 1 from private.mail_kinds k where k.kind = p_kind for no key update;
  if not found then
    perform private.refuse(404, 'not_found');
  end if;
  select * into v_before from private.mail_wordings w where w.kind = p_kind order by w.version desc limit 1;
  if coalesce(v_before.version, 0) <> p_version then
    perform private.refuse(409, 'wording_changed');
  elsif (p_subject, p_intro, p_closing)
    = (coalesce(v_before.subject, ''), coalesce(v_before.intro, ''), coalesce(v_before.closing, '')) then
    return p_version;
  end if;
  insert into private.mail_wordings (kind, version, subject, intro, closing, saved_by)
  values (p_kind, p_version + 1, p_subject, p_intro, p_closing, auth.uid()) returning * into v_after;
  perform private.audit_change('mail.wording', 'mail_kind', p_kind, to_jsonb(v_before) - 'saved_by' - 'saved_at',
    to_jsonb(v_after) - 'saved_by' - 'saved_at');
  return v_after.version;
exception when check_violation or not_null_violation then
  perform private.refuse(422, 'invalid');
  return null;
end
$$;
comment on function public.save_mail_wording(text, int, text, text, text) is
  'Admin: puts words into a kind of mail, as its next version, and returns that; empty texts reset it. p_version = the one that was read, '
  '0 for none. Refuses wording_changed (somebody else saved meanwhile), invalid, not_found, not_allowed.';

revoke execute on function private.mail_wording(text), public.read_mail_wordings(text),
  public.save_mail_wording(text, int, text, text, text)
from public, anon, authenticated, service_role;
grant execute on function public.read_mail_wordings(text), public.save_mail_wording(text, int, text, text, text) to authenticated;
