-- States as data. A column of these tables is a question that the code asks of a state; private.write_state_questions gives each
-- yes-or-no column a function of its name, so order_states.is_open is asked as private.order_is_open(status). TypeScript's lists are
-- generated from the same rows (app/core/states.ts). Moves between states stay in the functions that make them.

create table private.order_states (
  state text primary key,
  position int not null unique,
  label text not null,
  tone text not null check (tone in ('neutral', 'info', 'success', 'warning', 'danger')),
  shown_as text not null check (shown_as in ('waiting', 'paid', 'failed', 'ended', 'cancelled')),
  is_open boolean not null,
  holds_stock boolean not null,
  is_paying boolean not null,
  awaits_buyer boolean not null,
  awaits_payment boolean not null,
  has_failed boolean not null,
  is_sold boolean not null,
  is_settled boolean not null,
  is_listed boolean not null,
  is_final boolean not null
);
comment on table private.order_states is
  'The states of an order, in the order in which lists offer them. label and tone = what staff read, and the colour of its badge; '
  'shown_as = what the buyer is told.';
comment on column private.order_states.is_open is 'An order in this state is not settled yet: it can still be paid, or expires.';
comment on column private.order_states.holds_stock is
  'An order in this state has its places, held or sold: no other order is made from its hold.';
comment on column private.order_states.is_paying is
  'Money of an order in this state is moving at the provider: nobody changes it meanwhile.';
comment on column private.order_states.awaits_buyer is 'The buyer of an order in this state has to act; it ends with its hold.';
comment on column private.order_states.awaits_payment is
  'A payment of an order in this state may succeed without another step of its buyer.';
comment on column private.order_states.has_failed is 'The last try to pay an order in this state failed.';
comment on column private.order_states.is_sold is 'An order in this state counts as sold: its tickets and goods are its buyer''s.';
comment on column private.order_states.is_settled is
  'An order in this state was settled once: a second payment is too much, and money of it may be left to refund.';
comment on column private.order_states.is_listed is 'The buyer sees an order in this state among their purchases.';
comment on column private.order_states.is_final is 'Nothing of an order in this state is left; it never leaves the state.';

insert into private.order_states (state, position, label, tone, shown_as, is_open, holds_stock, is_paying, awaits_buyer, awaits_payment,
  has_failed, is_sold, is_settled, is_listed, is_final) values
  --                                                             open   stock  paying buyer payment failed sold  settled listed final
  ('awaiting_payment', 1, 'Not paid yet',   'neutral', 'waiting',  true,  true,  false, true,  true,  false, false, false, false, false),
  ('processing',       2, 'Processing',     'warning', 'waiting',  true,  true,  true,  false, true,  false, false, false, true,  false),
  ('paid',             3, 'Paid',           'success', 'paid',     false, true,  false, false, false, false, true,  true,  true,  false),
  ('payment_failed',   4, 'Payment failed', 'warning', 'failed',   true,  true,  false, true,  false, true,  false, false, false, false),
  ('expired',          5, 'Expired',        'neutral', 'ended',    false, false, false, false, false, false, false, false, false, false),
  ('cancelled',        6, 'Canceled',       'danger',  'cancelled', false, false, false, false, false, false, false, true,  true,  true);

create table private.ticket_states (
  state text primary key,
  position int not null unique,
  is_valid boolean not null
);
comment on table private.ticket_states is 'The states of a ticket.';
comment on column private.ticket_states.is_valid is
  'A ticket in this state is its holder''s: its place is taken, it counts as sold, and it admits, unless it is blocked or its event is '
  'over.';

insert into private.ticket_states (state, position, is_valid) values
  ('valid', 1, true),
  ('void', 2, false);

create table private.fulfilment_states (
  state text primary key,
  position int not null unique,
  label text not null,
  tone text not null check (tone in ('neutral', 'info', 'success', 'warning', 'danger')),
  is_waiting boolean not null,
  can_be_shipped boolean not null,
  awaits_pickup boolean not null,
  needs_parcel boolean not null,
  is_handed boolean not null,
  can_be_returned boolean not null,
  is_return_open boolean not null,
  is_return_over boolean not null,
  is_ended boolean not null,
  is_cancelled boolean not null
);
comment on table private.fulfilment_states is
  'The states of goods, in the order of their way. label and tone = what buyers and staff read, and the colour of its badge. Who may move '
  'them from one to the next: private.fulfilment_moves.';
comment on column private.fulfilment_states.is_waiting is 'Goods in this state are with the seller: neither sent nor handed over.';
comment on column private.fulfilment_states.can_be_shipped is
  'Goods in this state can be put into a parcel, or called off by their buyer: they are neither sent nor laid ready.';
comment on column private.fulfilment_states.awaits_pickup is 'Goods in this state are handed to whoever picks them up.';
comment on column private.fulfilment_states.needs_parcel is 'Goods are in this state only with their parcel.';
comment on column private.fulfilment_states.is_handed is 'The buyer of goods in this state got them, and may have sent them back since.';
comment on column private.fulfilment_states.can_be_returned is 'The buyer of goods in this state has them and may ask to send them back.';
comment on column private.fulfilment_states.is_return_open is 'A return of goods in this state is asked for or on its way.';
comment on column private.fulfilment_states.is_return_over is 'The return of goods in this state was decided for the last time.';
comment on column private.fulfilment_states.is_ended is
  'Goods in this state do not count as sold any more: nothing of them is with the buyer.';
comment on column private.fulfilment_states.is_cancelled is 'Goods in this state were called off before they left.';

insert into private.fulfilment_states (state, position, label, tone, is_waiting, can_be_shipped, awaits_pickup, needs_parcel, is_handed,
  can_be_returned, is_return_open, is_return_over, is_ended, is_cancelled) values
  --                                                                waiting ship  pickup parcel handed return open   over   ended  cancelled
  ('unfulfilled',       1, 'Ordered',          'neutral',           true,  true,  true,  false, false, false, false, false, false, false),
  ('packing',           2, 'Being packed',     'info',              true,  true,  false, false, false, false, false, false, false, false),
  ('shipped',           3, 'Shipped',          'info',              false, false, false, true,  false, false, false, false, false, false),
  ('delivered',         4, 'Delivered',        'success',           false, false, false, false, true,  true,  false, false, false, false),
  ('ready_for_pickup',  5, 'Ready for pickup', 'info',              true,  false, true,  false, false, false, false, false, false, false),
  ('picked_up',         6, 'Picked up',        'success',           false, false, false, false, true,  true,  false, false, false, false),
  ('cancelled',         7, 'Canceled',         'neutral',           false, false, false, false, false, false, false, false, true,  true),
  ('return_requested',  8, 'Return requested', 'warning',           false, false, false, false, true,  false, true,  false, false, false),
  ('return_approved',   9, 'Return approved',  'info',              false, false, false, false, true,  false, true,  false, false, false),
  ('return_received',  10, 'Return arrived',   'info',              false, false, false, false, true,  false, true,  false, false, false),
  ('returned',         11, 'Returned',         'neutral',           false, false, false, false, true,  false, false, true,  true,  false),
  ('return_rejected',  12, 'Return declined',  'warning',           false, false, false, false, true,  false, false, true,  false, false),
  ('lost',             13, 'Lost in transit',  'danger',            false, false, false, true,  false, false, false, false, false, false);

create function private.write_state_questions(p_entity text) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  v_table regclass := format('private.%I', p_entity || '_states')::regclass;
  v_question record;
  v_states text[];
begin
  for v_question in
    select format('private.%I', 'is_' || p_entity || '_state') as name, 'true' as condition,
      'Returns whether there is such a state.' as answer
    union all
    select format('private.%I', p_entity || '_' || a.attname), format('s.%I', a.attname), col_description(a.attrelid, a.attnum)
    from pg_catalog.pg_attribute a
    where a.attrelid = v_table and a.attnum > 0 and not a.attisdropped and a.atttypid = 'boolean'::regtype
  loop
    execute format('select array_agg(s.state order by s.position) from %s s where %s', v_table, v_question.condition) into strict v_states;
    -- one state is compared with =, so that an index that begins with the state stays sorted by what follows it
    execute format('create or replace function %s(p_state text) returns boolean language sql immutable parallel safe return p_state %s',
      v_question.name,
      case when cardinality(v_states) = 1 then format('= %L', v_states[1]) else format('= any (%L::text[])', v_states) end);
    execute format('comment on function %s(text) is %L', v_question.name, v_question.answer);
    execute format('grant execute on function %s(text) to anon, authenticated, service_role', v_question.name);
  end loop;
end
$$;
comment on function private.write_state_questions(text) is
  'For migrations, after rows or columns of private.<entity>_states: writes is_<entity>_state and one function for each yes-or-no column. '
  'Their bodies are one comparison, parsed here and without settings, so that the planner puts them in place of the call and indexes '
  'serve them. Indexes and checks ask them too: when the answer for a state that rows have changes, those are created again.';

select private.write_state_questions(entity) from unnest(array['order', 'ticket', 'fulfilment']) entity;
