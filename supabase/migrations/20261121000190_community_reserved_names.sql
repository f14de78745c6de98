-- Names that only the brand and its team have. It stands early: accounts ask it about new names.

create function private.look_key(p_text text) returns text
language plpgsql immutable strict set search_path = ''
as $$
begin
  return private.name_key(translate(lower(normalize(p_text, nfkd)),
    '0134578@$!|l' || 'авеѕіјкмнорстухӏԁԛԝү' || 'αεικνορτυχ' || 'ıȷɑɡʏøđł'
      || U&'\00AD\034F\061C\180E\200B\200C\200D\200E\200F\2060\2061\2062\2063\2064\FE0E\FE0F\FEFF',
    'oieastbasiii' || 'abesijkmhopctyxidqwy' || 'aeikvoptux' || 'ijagyodi'));
end
$$;
comment on function private.look_key(text) is
  'A name as readers see it, for private.is_brand_name: as private.name_key, without invisible characters, with the Latin letter for '
  'digits, signs, Cyrillic and Greek letters that look like it. i stands for l too.';

create function private.name_looks(p_name text) returns text[]
language plpgsql immutable set search_path = ''
as $$
declare
  v_looks text[] := array[private.look_key(p_name), private.look_key(regexp_replace(p_name, '[0-9]+(?![[:alnum:]])', '', 'g'))];
begin
  return v_looks || (
    select array_agg(x.form) from unnest(v_looks) l (look)
    cross join lateral (values (replace(l.look, ' ', '')),
      (regexp_replace(l.look, '\m([[:alnum:]]) (?=[[:alnum:]]\M)', '\1', 'g'))) x (form));
end
$$;
comment on function private.name_looks(text) is
  'The ways to read a name: as it looks, without digits at the end of words, with spaced letters joined, without any space.';

create function private.is_brand_name(p_name text) returns boolean
language plpgsql stable set search_path = ''
as $$
declare
  v_looks text[] := private.name_looks(p_name);
  v_brand text := (select replace(private.look_key(s.brand), ' ', '') from public.settings s);
begin
  return exists (
    select 1 from unnest(v_looks) l (look)
    where (char_length(v_brand) >= 5 and strpos(l.look, v_brand) > 0)
      or (char_length(v_brand) between 2 and 4 and l.look ~ ('\m' || v_brand || '\M'))
      or exists (select 1 from private.moderation_terms m where m.kind = 'brand' and l.look ~ m.pattern));
end
$$;
comment on function private.is_brand_name(text) is
  'Returns whether a name could be mistaken for the brand or its team: it has the brand''s name of the settings in it (as a word where '
  'that has fewer than 5 letters) or a reserved word of private.moderation_terms, however it is spelled.';

revoke execute on function private.look_key(text), private.name_looks(text), private.is_brand_name(text)
from public, anon, authenticated, service_role;
