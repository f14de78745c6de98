-- The page of an event: what other areas say of it stands before.

create function private.event_offer(p_event public.events)
returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'kind', 'ticket', 'id', o.ticket_type_id, 'name', o.name, 'description', nullif(o.description, ''), 'state', o.state,
    -- the last release has no name that tells a buyer anything
    'releaseName', case when o.next_release_name is not null then o.release_name end,
    'faceCents', o.face_cents, 'feeCents', o.fee_cents, 'taxCents', o.tax_cents,
    'priceCents', o.price_cents, 'fullPriceCents', case when o.full_price_cents <> o.price_cents then o.full_price_cents end,
    'nextReleaseName', o.next_release_name, 'nextPriceCents', o.next_price_cents,
    'totals', case when o.state in ('on_sale', 'low') then private.unit_totals(p_event, 'ticket', o.ticket_type_id, o.max_units, o.code)
      else '[]' end,
    'left', case when o.state = 'low' then o.left_units end, 'minPerOrder', o.min_units, 'maxPerOrder', o.max_units,
    'saleStartsAt', o.sale_starts_at, 'membersSaleStartsAt', o.members_sale_starts_at, 'saleEndsAt', o.sale_ends_at
  ) order by o.position, o.name, o.ticket_type_id), '[]')
  from private.offer_rows(array[p_event.id]) o
$$;
comment on function private.event_offer(public.events) is
  'The offer of an event as the pages show it, rows of every kind. priceCents = face + mandatory fee, with the caller''s code, '
  'fullPriceCents what it is without where that differs, taxCents comes on top; totals = private.unit_totals; left only when it is low.';

create function public.read_event_page(p_id uuid)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_event public.events;
  v_locked boolean;
  v_state record;
  v_onsale public.events;
begin
  select * into v_event from public.events where id = p_id;
  if v_event.id is null or (v_event.status = 'draft' and not private.may('manage_events')) or not private.caller_may_open(v_event) then
    return null;
  end if;
  v_locked := private.is_locked(v_event);
  v_onsale := v_event;
  if v_event.status = 'draft' then
    v_onsale.status := 'published'; -- the preview of staff shows what it will sell
  end if;
  select * into v_state from private.event_states(array[v_event.id]);
  return jsonb_build_object(
    'event', private.page_fields(v_event),
    'state', v_state.state, 'fromCents', v_state.from_cents, 'saleStartsAt', v_state.sale_starts_at,
    'alert', private.event_alert(v_event, v_state.state),
    'followed', private.followed_at(v_event.id),
    'series', case when not v_locked then private.more_dates(v_event) end,
    'more', to_jsonb(private.event_cards(private.similar_events(v_event))),
    'offer', case
      when v_locked then '[]'
      when v_event.status = 'draft' then private.preview_offer(v_event)
      else private.event_offer(v_event)
    end,
    'extras', case when v_locked then '[]' else private.event_extras(v_onsale) end,
    'code', case when v_locked then null else private.own_code(v_event.id) end,
    'hold', case when v_locked then null else private.own_hold(v_event.id) end,
    'maxPerOrder', (
      select least(s.max_per_order, coalesce(v_event.max_per_person, s.max_per_person)) from public.settings s),
    'maxPerPerson', (select coalesce(v_event.max_per_person, s.max_per_person) from public.settings s),
    'refundPolicy', private.event_refund_policy(v_event.id),
    'currency', (select s.currency from public.settings s),
    'now', now());
end
$$;
comment on function public.read_event_page(uuid) is
  'The event page with its offer and the events that are like it. fromCents and saleStartsAt are those of its card. Null when there is no '
  'such event, and for a draft to everybody but admins. To people who are not members, a members event shows when and in which city it '
  'is, not where, and no tickets.';

revoke execute on function public.read_event_page(uuid) from public, anon, authenticated, service_role;
grant execute on function public.read_event_page(uuid) to anon, authenticated, service_role;
