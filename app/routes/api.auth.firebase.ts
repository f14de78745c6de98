import { answerSignIn } from '#features/accounts/accounts.answers.server.ts'
import { firebaseSchema } from '#features/accounts/accounts.schema.ts'
import { exchangeIdToken } from '#features/accounts/identity.writes.server.ts'
import { apiAction } from '#server/api.server.ts'

export const action = apiAction({ schema: firebaseSchema }, async (args, { value }) =>
  answerSignIn(await exchangeIdToken(args, value)),
)
