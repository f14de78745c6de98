import { afterAll, expect, inject, test } from 'vitest'
import { brokenRules } from './invariants.ts'
import { openTestUsers } from './test-users.ts'

/** One price: what is quoted, held, ordered and charged is the same, for carts of every kind with codes of every kind. */

const users = openTestUsers(inject('stack'))
const { sql } = users
afterAll(() => users.close())

/** Builds an event with random prices, fees, packages, add-ons and tables, and random codes, inside the transaction. */
const prepare = `
create function pg_temp.price_event() returns uuid language plpgsql as $$
declare v_event uuid; v_pool uuid; v_extra uuid; v_type uuid; v_package uuid;
begin
  insert into public.events (slug, title, status, visibility, city, time_zone, doors_at, starts_at, ends_at, fee_fixed_cents, fee_bps, tax_bps, tax_on_fees, max_per_person, published_at)
  values ('priced', 'Priced', 'published', 'unlisted', 'Brooklyn', 'America/New_York', now() + interval '1 day', now() + interval '1 day', now() + interval '2 days',
    floor(random() * 400), floor(random() * 1500), floor(random() * 1200), random() < 0.5, 20, now()) returning id into v_event;
  insert into public.capacity_pools (event_id, name, capacity) values (v_event, 'Room', 1000000) returning id into v_pool;
  for t in 1 .. 3 loop
    insert into public.ticket_types (event_id, name, position, max_per_order) values (v_event, 'Type ' || t, t, 20) returning id into v_type;
    insert into public.ticket_type_pools values (v_type, v_pool, v_event);
    for r in 1 .. 3 loop
      insert into public.price_releases (ticket_type_id, position, name, face_cents, quantity)
      values (v_type, r, 'R' || r, case when random() < 0.1 then 0 else floor(random() * 12000) end, case when r < 3 then 1 + floor(random() * 4) end);
    end loop;
  end loop;
  insert into public.packages (event_id, name, price_cents, max_per_order) values (v_event, 'Pair', floor(random() * 20000), 3) returning id into v_package;
  insert into public.package_components (package_id, ticket_type_id, event_id, units) values (v_package, v_type, v_event, 2);
  insert into public.capacity_pools (event_id, name, purpose, capacity) values (v_event, 'Coats', 'add_on', 1000000) returning id into v_extra;
  insert into public.add_ons (event_id, pool_id, name, price_cents, max_per_ticket) values (v_event, v_extra, 'Coat', floor(random() * 900), 2);
  insert into public.bookable_tables (event_id, ticket_type_id, section, name, position, min_guests, max_guests, minimum_spend_cents, deposit_cents, deposit_bps)
  values (v_event, v_type, 'Deck', 'Fixed', 1, 1, 4, 50000, floor(random() * 50000), null),
    (v_event, v_type, 'Deck', 'Part', 2, 1, 6, floor(random() * 90000), null, 1 + floor(random() * 9999));
  insert into public.promo_codes (event_id, code, effect, percent, amount_cents, max_units, max_units_per_order, budget_cents)
  select v_event, 'CODE' || n, e.effect, case when e.effect = 'percent' then 1 + floor(random() * 100) end,
    case when e.effect in ('fixed', 'price') then 1 + floor(random() * 9000) end,
    case when random() < 0.3 then 1 + floor(random() * 6) end, case when random() < 0.4 then 1 + floor(random() * 4) end,
    case when random() < 0.3 then 1 + floor(random() * 20000) end
  from generate_series(1, 4) n cross join lateral (select (array['percent', 'fixed', 'price', 'access'])[n] as effect) e;
  insert into public.promo_code_items (code_id, kind, item_id)
  select c.id, 'ticket', v_type from public.promo_codes c where c.event_id = v_event and random() < 0.3;
  return v_event;
end $$`

/**
 * Prices this number of random carts of one event: quotes each and prices its units one by one, holds every tenth, orders it and
 * opens its payment. Returns what does not agree.
 */
const compare = `
create function pg_temp.compare_prices(p_carts int, p_owner uuid) returns table (what text, facts jsonb) language plpgsql as $$
declare v_event uuid; v_items jsonb; v_codes public.promo_codes[]; v_lines jsonb; v_code public.promo_codes; v_quote jsonb; v_hold jsonb; v_order jsonb; v_paid jsonb; v_sum record; v_done int := 0;
  v_buyer jsonb := '{"email": "p@example.com", "name": "Pia", "terms": true, "terms_version": "2026-11-22"}';
begin
  v_event := pg_temp.price_event();
  -- read once: what is on sale stays the same
  select jsonb_agg(to_jsonb(i)) into v_items from private.sold_items(v_event) i;
  v_codes := array(select c from public.promo_codes c where c.event_id = v_event);
  while v_done < p_carts loop
    v_code := case when random() < 0.75 then v_codes[1 + floor(random() * cardinality(v_codes))] end;
    delete from private.unlocked_codes where user_id = p_owner;
    delete from private.cart_codes where owner_id = p_owner;
    if v_code.id is not null then insert into private.unlocked_codes (user_id, event_id, code_id) values (p_owner, v_event, v_code.id); end if;
    select jsonb_agg(jsonb_build_object('kind', s.kind, 'item', s.id, 'quantity', s.n)) into v_lines from (
      select i.kind, i.id, case i.kind when 'ticket' then 1 + floor(random() * 3)::int else 1 end as n
      from jsonb_to_recordset(v_items) i (kind text, id uuid, "position" int)
      where i.kind <> 'table' and (random() < 0.6 or (i.kind = 'ticket' and i.position = 1))
      union all
      -- one table a cart
      (select i.kind, i.id, 1 from jsonb_to_recordset(v_items) i (kind text, id uuid)
      where i.kind = 'table' and random() < 0.3 order by random() limit 1)) s;
    v_done := v_done + 1;
    begin
      perform set_config('request.jwt.claims', jsonb_build_object('sub', p_owner, 'role', 'authenticated')::text, true);
      v_quote := public.quote_cart(v_event, v_lines);
      perform set_config('request.jwt.claims', '', true);
    end;
    -- the same from the text of the rule: discount first, fee and tax of each unit, a free unit carries neither, a table's deposit neither
    select sum(q.total) as total, bool_or(q.off < 0 or q.off > q.face) as bad into v_sum
    from (
      select (l ->> 'quantity')::int * (net + fee + floor((net + case when e.tax_on_fees then fee else 0 end)
          * case l ->> 'kind' when 'table' then 0 else e.tax_bps end / 10000.0 + 0.5)) as total,
        off, face
      from jsonb_array_elements(v_quote -> 'lines') l
      join public.events e on e.id = v_event
      cross join lateral (select (l ->> 'unitFaceCents')::numeric as face, (l ->> 'discountCents')::numeric / (l ->> 'quantity')::int as off) d
      cross join lateral (select face - off as net) n
      cross join lateral (select case when net = 0 or l ->> 'kind' in ('add_on', 'table') then 0
        else e.fee_fixed_cents * case l ->> 'kind' when 'package' then 2 else 1 end + floor(net * e.fee_bps / 10000.0 + 0.5) end as fee) f
    ) q;
    if v_sum.bad or v_sum.total is distinct from (v_quote ->> 'totalCents')::numeric then
      return query select 'quote and rule', jsonb_build_object('quote', v_quote, 'rule', v_sum.total, 'lines', v_lines);
    end if;
    continue when v_done % 10 > 0;
    begin
      v_hold := public.hold_items(p_owner, v_event, v_lines, null, null, case when v_quote ->> 'codeId' is not null then v_code.id end);
    exception when sqlstate 'PGRST' then
      if sqlerrm::jsonb ->> 'message' not in ('code_used_up', 'order_limit') then return query select 'refused', sqlerrm::jsonb; end if;
      continue;
    end;
    -- The picker gets more of a line: what one costs, and whether the code covers it.
    if (select jsonb_agg(l.line - 'eachCents' - 'byCode' order by l.place) from jsonb_array_elements(v_quote -> 'lines') with ordinality l (line, place))
      is distinct from v_hold -> 'lines' then return query select 'quote and hold', jsonb_build_object('quote', v_quote, 'hold', v_hold); end if;
    if v_quote -> 'totalCents' is distinct from v_hold -> 'totalCents' then return query select 'totals', jsonb_build_object('quote', v_quote, 'hold', v_hold); end if;
    select sum(l.quantity * l.unit_face_cents) as face, sum(l.discount_cents) as discount, sum(l.total_cents) as total,
      bool_or(l.discount_cents > l.quantity * l.unit_face_cents or l.total_cents < 0 or l.fee_cents < 0 or l.tax_cents < 0) as bad
    into v_sum from public.hold_lines l where l.hold_id = (v_hold ->> 'holdId')::uuid;
    if v_sum.bad or v_sum.discount > v_sum.face or v_sum.total < 0 then return query select 'below zero', v_hold; end if;
    if v_sum.total > 0 then
      v_order := public.place_order(p_owner, (v_hold ->> 'holdId')::uuid, v_buyer, null);
      v_paid := public.begin_payment(p_owner, (v_order ->> 'orderId')::uuid, 'test_paper', null);
      if array[v_order -> 'totalCents', v_paid -> 'amountCents'] is distinct from array[v_hold -> 'totalCents', v_hold -> 'totalCents'] then
        return query select 'order and payment', jsonb_build_object('order', v_order, 'payment', v_paid, 'hold', v_hold);
      end if;
      perform set_config('request.jwt.claims', jsonb_build_object('sub', p_owner, 'role', 'authenticated')::text, true);
      if private.order_details((v_order ->> 'orderId')::uuid) #> '{totals,totalCents}' is distinct from v_hold -> 'totalCents'
        or private.mail_order((v_order ->> 'orderId')::uuid) -> 'totalCents' is distinct from v_hold -> 'totalCents' then
        return query select 'receipt and mail', v_order;
      end if;
      perform set_config('request.jwt.claims', '', true);
    end if;
    perform public.release_hold(p_owner, (v_hold ->> 'holdId')::uuid);
    -- Ten minutes later, as far as the limits of a person go.
    delete from private.rate_limits where key = 'hold:' || p_owner::text;
    update public.payments p set created_at = p.created_at - interval '10 minutes' from public.orders o
    where o.id = p.order_id and o.owner_id = p_owner and p.created_at > now() - interval '10 minutes';
  end loop;
end $$`

/** Random carts in hundreds, others in each run. `CARTS=10000` is the whole proof; each run of the tests does a part of it. */
const hundreds = Number(process.env.CARTS ?? 2000) / 100

test('random carts: quoted = the rule, and of every tenth held = ordered = charged = receipt and mail; never below zero', async () => {
  const pool = users.connect(2)
  const owners = [await users.extra(), await users.extra()]
  const wrong: unknown[] = []
  const run = async (owner: string, batches: number) => {
    for (let batch = 0; batch < batches; batch++)
      wrong.push(
        ...(await pool.begin(async (tx) => {
          await tx.unsafe(prepare)
          await tx.unsafe(compare)
          const found = await tx`select * from pg_temp.compare_prices(100, ${owner})`
          await tx.unsafe('drop function pg_temp.compare_prices, pg_temp.price_event')
          return found
        })),
      )
  }
  await Promise.all(owners.map((owner) => run(owner, hundreds / owners.length)))
  expect(wrong.slice(0, 3)).toEqual([])
  const [counted] = await sql<{ holds: number; discounted: number; ordered: number; kinds: string[] }[]>`
    select count(*)::int as holds, count(*) filter (where h.code_id is not null)::int as discounted,
      (select count(*)::int from public.orders o where o.owner_id in ${sql(owners)}) as ordered,
      (select array_agg(distinct l.kind order by l.kind)
        from public.order_lines l join public.orders o on o.id = l.order_id where o.owner_id in ${sql(owners)}) as kinds
    from public.holds h where h.owner_id in ${sql(owners)}`
  expect(counted?.holds).toBeGreaterThan(8 * hundreds)
  expect(counted?.discounted).toBeGreaterThan(3 * hundreds)
  expect(counted?.ordered).toBeGreaterThan(7 * hundreds)
  expect(counted?.kinds).toEqual(['add_on', 'package', 'table', 'ticket'])
  expect(await brokenRules(sql)).toEqual([])
})
