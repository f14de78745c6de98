import { answerSignIn } from '#features/accounts/accounts.answers.server.ts'
import { loginSchema } from '#features/accounts/accounts.schema.ts'
import { signIn } from '#features/accounts/accounts.writes.server.ts'
import { apiAction } from '#server/api.server.ts'

export const action = apiAction({ schema: loginSchema }, async (args, { value }) =>
  answerSignIn(await signIn(args, value)),
)
