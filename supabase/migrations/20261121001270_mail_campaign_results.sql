-- What came of campaigns: deliveries, clicks, and orders within five days, beside those who got nothing and earlier campaigns.

create function private.campaign_orders(p_campaign uuid)
returns table (order_id uuid, recipient_id uuid, subject text, is_held_out boolean, paid_at timestamptz, cents bigint)
language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
declare
  v_from timestamptz := (select c.started_at from private.campaigns c where c.id = p_campaign);
  v_until timestamptz := (
    select max(r.sent_at) + interval '5 days' from private.campaign_recipients r where r.campaign_id = p_campaign);
begin
  return query
  select o.id, m.id, m.subject, m.status = 'held_out', o.paid_at, o.total_cents - o.refunded_cents
  from public.orders o
  cross join lateral (
    select r.id, r.subject, r.status, r.sent_at from private.campaign_recipients r
    where r.campaign_id = p_campaign and (r.address_key = o.email_key or r.person_id = o.owner_id)
    order by r.sent_at nulls last limit 1
  ) m
  where o.paid_at >= v_from and o.paid_at <= coalesce(v_until, v_from + interval '5 days')
    and private.order_is_sold(o.status) and not o.is_test
    and case when m.status = 'held_out' then o.paid_at <= v_from + interval '5 days'
      else o.paid_at between m.sent_at and m.sent_at + interval '5 days' end;
end
$$;
comment on function private.campaign_orders(uuid) is
  'Orders that recipients of a campaign paid within five days of their mail, and those who were held out within five days of its start, '
  'without what was refunded. An order has one recipient.';

create function private.campaign_figures(p_campaign uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('recipients', count(*), 'waiting', count(*) filter (where r.status in ('queued', 'claimed')),
      'sent', count(r.sent_at), 'unconfirmed', count(*) filter (where r.reason = 'unconfirmed'),
      'delivered', count(r.delivered_at), 'bounced', count(*) filter (where r.status in ('bounced_soft', 'bounced_hard')),
      'complained', count(r.complained_at), 'skipped', count(*) filter (where r.status = 'skipped'),
      'cancelled', count(*) filter (where r.status = 'cancelled'), 'heldOut', count(*) filter (where r.status = 'held_out'),
      'clicked', count(r.clicked_at), 'opened', count(r.opened_at), 'unsubscribed', count(r.unsubscribed_at))
    from private.campaign_recipients r where r.campaign_id = p_campaign);
end
$$;
comment on function private.campaign_figures(uuid) is
  'Counts of the recipients of a campaign by what became of them, as sums of their rows.';

create function private.campaign_money(p_campaign uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('cents', coalesce(sum(o.cents) filter (where not o.is_held_out), 0),
      'orders', count(*) filter (where not o.is_held_out),
      'buyers', count(distinct o.recipient_id) filter (where not o.is_held_out),
      'heldOutCents', coalesce(sum(o.cents) filter (where o.is_held_out), 0),
      'heldOutBuyers', count(distinct o.recipient_id) filter (where o.is_held_out))
    from private.campaign_orders(p_campaign) o);
end
$$;
comment on function private.campaign_money(uuid) is
  'Revenue of a campaign within five days: {cents, orders, buyers, heldOutCents, heldOutBuyers}.';

create function private.campaign_effect(p_figures jsonb, p_money jsonb) returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
  v_sent numeric := (p_figures ->> 'sent')::numeric;
  v_held_out numeric := (p_figures ->> 'heldOut')::numeric;
  v_cents numeric := (p_money ->> 'cents')::numeric;
  v_expected numeric;
begin
  if v_sent = 0 or v_held_out = 0 then
    return null;
  end if;
  v_expected := (p_money ->> 'heldOutCents')::numeric / v_held_out;
  return jsonb_build_object('eachCents', round(v_cents / v_sent), 'heldOutEachCents', round(v_expected),
    'extraCents', round(greatest(v_cents - v_expected * v_sent, 0)));
end
$$;
comment on function private.campaign_effect(jsonb, jsonb) is
  'Compares what recipients of a campaign spent with what the held-out spent: {eachCents, heldOutEachCents (per person), extraCents (what '
  'recipients spent beyond that, at least 0)}; null where nobody was held out. Of private.campaign_figures and private.campaign_money.';

create function private.campaign_subjects(p_campaign uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('subject', v.subject, 'sent', v.sent, 'clicked', v.clicked, 'cents', coalesce((
      select sum(o.cents) from private.campaign_orders(p_campaign) o where o.subject = v.subject), 0)) order by v.subject), '[]')
    from (
      select r.subject, count(*) as sent, count(r.clicked_at) as clicked from private.campaign_recipients r
      where r.campaign_id = p_campaign and r.sent_at is not null and r.subject is not null group by r.subject
    ) v);
end
$$;
comment on function private.campaign_subjects(uuid) is 'What came of each subject of a campaign: [{subject, sent, clicked, cents}].';

create function public.read_campaign_results(p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_permission('manage_campaigns');
  return (
    select private.campaign_card(c) || jsonb_build_object('subjectB', c.subject_b, 'figures', f.figures,
      'money', f.money, 'effect', private.campaign_effect(f.figures, f.money), 'subjects', private.campaign_subjects(c.id),
      'run', (select jsonb_build_object('matched', u.matched, 'reachable', u.reachable, 'winner', u.winner, 'decidesAt', u.decides_at)
        from private.campaign_runs u where u.campaign_id = c.id),
      'reasons', (
        select coalesce(jsonb_agg(jsonb_build_object('reason', f.reason, 'count', f.count) order by f.count desc, f.reason), '[]')
        from (
          select r.reason, count(*) as count from private.campaign_recipients r
          where r.campaign_id = c.id and r.reason is not null
            and (r.status in ('skipped', 'bounced_hard', 'queued') or r.reason = 'unconfirmed')
          group by r.reason
        ) f),
      'links', (
        select coalesce(jsonb_agg(jsonb_build_object('url', l.url, 'people', coalesce(k.people, 0), 'clicks', coalesce(k.clicks, 0),
          'scanners', coalesce(k.scanners, 0)) order by l.place), '[]')
        from jsonb_array_elements_text(c.snapshot -> 'links') with ordinality l (url, place)
        left join (
          select x.link, count(distinct x.recipient_id) filter (where not x.is_scanner) as people,
            count(*) filter (where not x.is_scanner) as clicks, count(*) filter (where x.is_scanner) as scanners
          from private.campaign_clicks x join private.campaign_recipients r on r.id = x.recipient_id
          where r.campaign_id = c.id group by x.link
        ) k on k.link = l.place - 1),
      'orders', (
        select coalesce(jsonb_agg(jsonb_build_object('code', o.code, 'paidAt', f.paid_at, 'cents', f.cents, 'isHeldOut', f.is_held_out)
          order by f.paid_at desc), '[]')
        from (select * from private.campaign_orders(c.id) x order by x.paid_at desc limit 50) f
        join public.orders o on o.id = f.order_id),
      'earlier', (
        select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'name', e.name, 'startedAt', e.started_at,
          'figures', private.campaign_figures(e.id), 'money', private.campaign_money(e.id)) order by e.started_at desc), '[]')
        from (
          select * from private.campaigns x
          where x.kind = c.kind and x.started_at < c.started_at order by x.started_at desc limit 5
        ) e),
      'timeZone', (select s.time_zone from public.settings s), 'currency', (select s.currency from public.settings s), 'now', now())
    from private.campaigns c
    cross join lateral (select private.campaign_figures(c.id) as figures, private.campaign_money(c.id) as money) f
    where c.id = p_id);
end
$$;
comment on function public.read_campaign_results(uuid) is
  'What came of a campaign, for admins: its figures, reasons of those who got nothing, subjects, links without and with scanners, the '
  'latest 50 orders within five days, revenue beside those held out, and five earlier campaigns of its kind; null when there is none. '
  'Refuses not_allowed.';

create function public.list_campaign_recipients(p_id uuid, p_show text default 'all', p_after uuid default null, p_limit int default 50)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_limit int := least(greatest(coalesce(p_limit, 50), 1), 200);
  v_rows jsonb;
begin
  perform private.require_permission('manage_campaigns');
  select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'address', f.address, 'personId', f.person_id, 'status', f.status,
    'reason', f.reason, 'variant', f.variant, 'sentAt', f.sent_at, 'clickedAt', f.clicked_at, 'error', f.last_error,
    'providerRef', f.provider_ref) order by f.id), '[]') into v_rows
  from (
    select r.* from private.campaign_recipients r
    where r.campaign_id = p_id and (p_after is null or r.id > p_after) and case p_show
      when 'sent' then r.sent_at is not null
      when 'clicked' then r.clicked_at is not null
      when 'problems' then r.status in ('skipped', 'bounced_soft', 'bounced_hard', 'complained') or r.reason = 'unconfirmed'
      when 'waiting' then r.status in ('queued', 'claimed')
      else true end
    order by r.id limit v_limit + 1
  ) f;
  return jsonb_build_object('recipients', case when jsonb_array_length(v_rows) > v_limit then v_rows - v_limit else v_rows end,
    'next', case when jsonb_array_length(v_rows) > v_limit then v_rows -> (v_limit - 1) ->> 'id' end,
    'timeZone', (select s.time_zone from public.settings s), 'now', now());
end
$$;
comment on function public.list_campaign_recipients(uuid, text, uuid, int) is
  'A page of the recipients of a campaign, for admins: {recipients: [{id, address, personId, status, reason, variant, sentAt, clickedAt, '
  'error, providerRef}], next, timeZone, now}. p_show = all, sent, clicked, problems or waiting. Refuses not_allowed.';

create function public.choose_campaign_subject(p_id uuid, p_subject text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_permission('manage_campaigns');
  if p_subject is null or p_subject not in ('a', 'b') then
    perform private.refuse(422, 'invalid');
  end if;
  update private.campaign_runs u set winner = p_subject, decided_by = auth.uid()
  where u.campaign_id = p_id and u.winner is null and u.decides_at is not null;
  if not found then
    perform private.refuse(409, 'invalid_state');
  end if;
  perform private.audit('campaign.subject_chosen', 'campaign', p_id::text, jsonb_build_object('subject', p_subject));
end
$$;
comment on function public.choose_campaign_subject(uuid, text) is
  'Admin: decides before the time which of two subjects the rest of a campaign gets. Refuses not_allowed, invalid, invalid_state.';

revoke execute on function private.campaign_orders(uuid), private.campaign_figures(uuid), private.campaign_money(uuid),
  private.campaign_effect(jsonb, jsonb), private.campaign_subjects(uuid), public.read_campaign_results(uuid),
  public.list_campaign_recipients(uuid, text, uuid, int),
  public.choose_campaign_subject(uuid, text)
from public, anon, authenticated, service_role;
grant execute on function public.read_campaign_results(uuid), public.list_campaign_recipients(uuid, text, uuid, int),
  public.choose_campaign_subject(uuid, text) to authenticated;
