-- Readable texts: more than blanks, no control characters, nothing invisible and nothing that reverses the direction of text.

create function private.hidden_characters()
returns text
language sql
immutable
set search_path = ''
as $$
  select '\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u180e'
    '\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb'
$$;
comment on function private.hidden_characters() is
  'Returns the characters that no text may have, for a bracket of a pattern: controls, zero-width characters, direction characters. Tab '
  'and line breaks are not among them. app/core/plain-text.ts has the same.';
grant execute on function private.hidden_characters() to anon, authenticated, service_role;

create function private.is_readable(p_text text, p_lines boolean default false)
returns boolean
language plpgsql
immutable
set search_path = ''
as $$
begin
  return (
    select p_text is null or p_text = '' or (
      -- Blanks of every kind, named because [:space:] depends on the server's locale; joiners and variants of nothing.
      p_text ~ ('[^\u0009-\u000d\u0020\u0085\u00a0\u115f\u1160\u1680\u180b-\u180f\u2000-\u200d\u2028\u2029\u202f\u205f\u2800\u3000\u3164'
        || '\ufe00-\ufe0f\ufeff\uffa0\U000e0100-\U000e01ef]')
      -- The two joiners stay: emoji and several scripts are written with them.
      and p_text !~ ('[' || private.hidden_characters() || ']')
      and (p_lines or p_text !~ '[\t\n\r]')));
end
$$;
comment on function private.is_readable(text, boolean) is
  'Returns whether a text shows what it holds: something visible, no control, zero-width or direction characters; line breaks only where '
  'p_lines says so. Empty texts pass.';
grant execute on function private.is_readable(text, boolean) to anon, authenticated, service_role;

create function private.clean_line(p_text text, p_longest int)
returns text
language plpgsql
immutable
set search_path = ''
as $$
begin
  return (
    select case when private.is_readable(c.line) then nullif(c.line, '') end
    from (
      select btrim(left(btrim(regexp_replace(p_text, '[\t\n\r' || private.hidden_characters() || ']', '', 'g')), p_longest)) as line
    ) c);
end
$$;
comment on function private.clean_line(text, int) is
  'Makes a readable line, of at most so many characters, of a name that somebody else''s system has; null where nothing can be seen.';

create function private.name_key(p_text text) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return btrim(regexp_replace(
    regexp_replace(lower(normalize(p_text, nfkd)), '[\u0300-\u036f''’ʼ`]', '', 'g'), '[^[:alnum:]]+', ' ', 'g'));
end
$$;
comment on function private.name_key(text) is
  'A name or an address as searches of staff compare it: small letters without accents or apostrophes, and one space for everything that '
  'is neither letter nor digit.';
revoke execute on function private.name_key(text) from public;
-- Generated columns of tables with triggers ask for it as whoever writes, also where no row may be written.
grant execute on function private.name_key(text) to anon, authenticated, service_role;
