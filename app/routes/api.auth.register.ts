import { signInResponse } from '#features/accounts/accounts.responses.server.ts'
import { registrationSchema } from '#features/accounts/accounts.schema.ts'
import { register } from '#features/accounts/accounts.writes.server.ts'
import { apiAction } from '#server/api.server.ts'

export const action = apiAction({ schema: registrationSchema }, async (args, { value }) =>
  signInResponse(await register(args, value)),
)
