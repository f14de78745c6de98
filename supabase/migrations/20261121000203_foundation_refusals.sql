-- Refuses requests: one function raises each refusal. Whom it refuses decides its code, so that it stands behind the caller's role.

create function private.refuse(p_status int, p_code text, p_details jsonb default '{}')
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_code text := p_code;
begin
  -- An admin whose second factor is overdue has the rights of a member until it is set up: pages lead on to that.
  if p_code = 'not_allowed' and private.caller_role() = 'member' and private.second_factor_due(auth.uid()) is not null then
    v_code := 'second_factor_needed';
  end if;
  raise sqlstate 'PGRST' using
    message = jsonb_build_object('code', 'refused', 'message', v_code, 'details', p_details::text, 'hint', null)::text,
    detail = jsonb_build_object('status', p_status, 'headers', '{}'::jsonb)::text;
end
$$;
comment on function private.refuse(int, text, jsonb) is
  'Refuses a request: ends the transaction with an HTTP status, a code of core/refusals.ts and the values of its message. not_allowed is '
  'second_factor_needed for an admin who did not set up a second factor in 7 days.';

grant execute on function private.refuse(int, text, jsonb) to anon, authenticated, service_role;
