-- The shop's catalogue. Read-only for now: what is sold here is not yet bought here.

create table public.products (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 80),
  name text not null check (length(name) between 2 and 120),
  summary text not null default '' check (length(summary) <= 300),
  price_cents bigint not null check (price_cents between 0 and 10000000),
  image_path text check (image_path ~ '^/(art|pictures)/[a-z0-9][a-z0-9-]{7,90}\.[0-9a-f]{15}$'),
  image_alt text not null default '' check (length(image_alt) <= 200),
  status text not null default 'draft' check (status in ('draft', 'active', 'archived')),
  position int not null default 0,
  created_at timestamptz not null default now()
);
comment on table public.products is 'Products of the shop. Visitors see active ones in the order of position.';
create index products_listing on public.products (position, id) where status = 'active';

alter table public.products enable row level security;
alter table public.products force row level security;
