-- Free tickets, called comps here: an invitation gives one person up to ten places of an event, theirs and those of plus-ones. Each
-- place is a hold of kind comp_block until its guest claims it: then it is an order of 0 dollars with one ticket.

create table private.comp_states (
  state text primary key,
  position int not null unique,
  label text not null,
  tone text not null check (tone in ('neutral', 'info', 'success', 'warning', 'danger')),
  can_be_sent boolean not null,
  awaits_approval boolean not null,
  can_be_claimed boolean not null,
  can_be_declined boolean not null,
  can_be_revoked boolean not null,
  counts_to_quota boolean not null
);
comment on table private.comp_states is
  'The states of an invitation to free tickets, in the order in which lists offer them. label and tone = what staff read, and the colour '
  'of its badge. Its moves: private.comp_moves.';
comment on column private.comp_states.can_be_sent is 'The issuer may send an invitation in this state.';
comment on column private.comp_states.awaits_approval is 'An invitation in this state waits for a second admin.';
comment on column private.comp_states.can_be_claimed is
  'Places of an invitation in this state can be claimed until its deadline, as far as they are held.';
comment on column private.comp_states.can_be_declined is 'The invitee may decline an invitation in this state.';
comment on column private.comp_states.can_be_revoked is 'Staff may take back an invitation in this state.';
comment on column private.comp_states.counts_to_quota is
  'Places of an invitation in this state count towards the quota of its issuer and the cap of its event, as far as they are held or '
  'claimed.';

insert into private.comp_states (state, position, label, tone, can_be_sent, awaits_approval, can_be_claimed, can_be_declined,
  can_be_revoked, counts_to_quota) values
  --                                                    send   approval claim  decline revoke counts
  ('draft',            1, 'Draft',          'neutral',  true,  false, false, false, true,  false),
  ('pending_approval', 2, 'Needs approval', 'warning',  false, true,  false, false, true,  false),
  ('sent',             3, 'Sent',           'info',     false, false, true,  true,  true,  true),
  ('claimed',          4, 'Claimed',        'success',  false, false, true,  false, true,  true),
  ('redeemed',         5, 'Arrived',        'success',  false, false, true,  false, false, true),
  ('declined',         6, 'Declined',       'neutral',  false, false, false, false, false, false),
  ('expired',          7, 'Expired',        'neutral',  false, false, false, false, false, false),
  ('revoked',          8, 'Revoked',        'danger',   false, false, false, false, false, false);
select private.write_state_questions('comp');

create table private.comp_moves (
  from_state text not null references private.comp_states (state),
  to_state text not null references private.comp_states (state),
  primary key (from_state, to_state)
);
comment on table private.comp_moves is
  'Every legal change of the state of an invitation. private.move_comp makes them and refuses all others.';
create index comp_moves_to on private.comp_moves (to_state);
insert into private.comp_moves (from_state, to_state) values
  ('draft', 'pending_approval'), ('draft', 'sent'), ('draft', 'revoked'),
  ('pending_approval', 'sent'), ('pending_approval', 'revoked'),
  ('sent', 'claimed'), ('sent', 'declined'), ('sent', 'expired'), ('sent', 'revoked'),
  ('claimed', 'redeemed'), ('claimed', 'revoked');

create table private.comp_reasons (
  reason text primary key check (reason ~ '^[a-z_]{3,30}$'),
  position int not null unique,
  label text not null
);
comment on table private.comp_reasons is 'Why a free ticket is given, in the order in which forms offer them.';
insert into private.comp_reasons (reason, position, label) values
  ('artist', 1, 'Artist'), ('press', 2, 'Press'), ('staff', 3, 'Staff'), ('giveaway', 4, 'Giveaway'),
  ('service_recovery', 5, 'Service recovery'), ('influencer', 6, 'Influencer');

create table private.comp_invitations (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references public.events (id),
  ticket_type_id uuid not null references public.ticket_types (id),
  quantity int not null check (quantity between 1 and 10),
  reason text not null references private.comp_reasons (reason),
  note text not null default '' check (length(note) <= 500 and note !~ '[[:cntrl:]]'),
  name text not null check (length(name) between 1 and 100 and name !~ '[[:cntrl:]]'),
  email text not null
    check (length(email) between 3 and 254 and email = lower(email) and email ~ '^[^@[:space:][:cntrl:]]+@[^@[:space:][:cntrl:]]+$'),
  search_key text generated always as (' ' || private.name_key(name) || ' ' || private.name_key(email)) stored,
  deadline_at timestamptz not null,
  status text not null default 'draft' constraint comp_invitations_status check (private.is_comp_state(status)),
  issuer_id uuid references auth.users (id) on delete set null,
  is_transferable boolean not null default false,
  face_cents bigint not null check (face_cents >= 0),
  approved_by uuid references auth.users (id) on delete set null,
  sent_at timestamptz,
  reminded_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz not null default now()
);
comment on table private.comp_invitations is
  'Invitations to free tickets. quantity = the invitee''s place and those of plus-ones; face_cents = the price of one such ticket when it '
  'was issued, for reports: nothing is paid. issuer_id never changes, except that an erased account leaves none. deadline_at = until when '
  'places can be claimed; the rest returns to the pool then. is_transferable = its tickets may be handed on. approved_by = the second '
  'admin, where quota or cap asked for one. ended_at = when it was declined, expired or revoked.';
create index comp_invitations_event on private.comp_invitations (event_id, created_at desc, id desc);
create index comp_invitations_created on private.comp_invitations (created_at desc, id desc);
create index comp_invitations_type on private.comp_invitations (ticket_type_id);
create index comp_invitations_issuer on private.comp_invitations (issuer_id, event_id);
create index comp_invitations_approved_by on private.comp_invitations (approved_by);
create index comp_invitations_reason on private.comp_invitations (reason);
create index comp_invitations_email on private.comp_invitations (event_id, email);
create index comp_invitations_deadline on private.comp_invitations (deadline_at) where private.comp_can_be_declined(status);

create table private.comp_places (
  id uuid primary key default gen_random_uuid(),
  invitation_id uuid not null references private.comp_invitations (id),
  number int not null check (number between 1 and 10),
  name text check (length(name) between 1 and 100 and name !~ '[[:cntrl:]]'),
  email text
    check (length(email) between 3 and 254 and email = lower(email) and email ~ '^[^@[:space:][:cntrl:]]+@[^@[:space:][:cntrl:]]+$'),
  hold_id uuid not null unique references public.holds (id),
  order_id uuid unique references public.orders (id),
  claimed_at timestamptz,
  arrived_at timestamptz,
  unique (invitation_id, number),
  constraint comp_places_claimed check ((order_id is null) = (claimed_at is null) and (claimed_at is not null or arrived_at is null))
);
comment on table private.comp_places is
  'The places of an invitation that was sent. Number 1 is the invitee''s, the others are those of plus-ones, each with its own link. '
  'hold_id sets the place aside: while it is live the place can be claimed, once it is released or expired the place is back on sale. '
  'name and email = of its guest, as far as known; order_id = the order of 0 dollars that claiming made; arrived_at = the first entry '
  'scan of its ticket.';

create table private.comp_quotas (
  issuer_id uuid primary key references auth.users (id) on delete cascade,
  places int not null check (places between 0 and 1000),
  halved_from int check (halved_from > places),
  halved_at timestamptz,
  constraint comp_quotas_halved check ((halved_from is null) = (halved_at is null))
);
comment on table private.comp_quotas is
  'How many free places of one event an issuer may give without a second admin. Its row is locked by whoever issues. halved_from = the '
  'quota before guests of the issuer stayed away twice (private.comp_results); an admin may give it back.';

create table private.comp_caps (
  event_id uuid primary key references public.events (id),
  percent int not null check (percent between 0 and 100)
);
comment on table private.comp_caps is
  'Events whose cap of free places differs from the default of 10 percent of each pool. Above it a second admin decides.';

create table private.comp_results (
  event_id uuid not null references public.events (id),
  issuer_id uuid not null references auth.users (id) on delete cascade,
  claimed int not null check (claimed > 0),
  arrived int not null check (arrived between 0 and claimed),
  is_no_show boolean not null generated always as (arrived * 2 < claimed) stored,
  is_spent boolean not null default false,
  counted_at timestamptz not null default now(),
  primary key (event_id, issuer_id)
);
comment on table private.comp_results is
  'What became of the claimed free places of an issuer at an event that is over, written once. is_no_show = more than half stayed away; '
  'is_spent = that was counted when a quota was halved, which takes two.';
create index comp_results_issuer on private.comp_results (issuer_id) where is_no_show and not is_spent;
create index comp_results_issuers on private.comp_results (issuer_id);
