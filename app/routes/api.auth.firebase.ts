import { signInResponse } from '#features/accounts/accounts.responses.server.ts'
import { firebaseSchema } from '#features/accounts/accounts.schema.ts'
import { exchangeIdToken } from '#features/accounts/identity.writes.server.ts'
import { apiAction } from '#server/api.server.ts'

export const action = apiAction({ schema: firebaseSchema }, async (args, { value }) =>
  signInResponse(await exchangeIdToken(args, value)),
)
