import { signInResponse } from '#features/accounts/accounts.responses.server.ts'
import { loginSchema } from '#features/accounts/accounts.schema.ts'
import { signIn } from '#features/accounts/accounts.writes.server.ts'
import { apiAction } from '#server/api.server.ts'

export const action = apiAction({ schema: loginSchema }, async (args, { value }) =>
  signInResponse(await signIn(args, value)),
)
