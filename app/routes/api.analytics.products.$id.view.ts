import type { ActionFunctionArgs } from '@remix-run/node'
import { answerItemView } from '#features/analytics/analytics.answers.server.ts'

export const action = (args: ActionFunctionArgs) => answerItemView(args, 'product_view')
