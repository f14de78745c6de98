import { answerPlainSignIn, answerSignIn } from '#features/accounts/accounts.answers.server.ts'
import { guestSchema } from '#features/accounts/accounts.schema.ts'
import { continueAsGuest } from '#features/accounts/accounts.writes.server.ts'
import { apiAction } from '#server/api.server.ts'

export const action = apiAction(
  { schema: guestSchema, mayBeEmpty: true },
  async (args, { value, isForm }) => {
    const guest = await continueAsGuest(args)
    return isForm ? answerPlainSignIn(guest, value.redirect) : answerSignIn(guest)
  },
)
