import { type DefaultValue, type SubmissionResult, useForm } from '@conform-to/react'
import { getZodConstraint, parseWithZod } from '@conform-to/zod/v4'
import { useNavigation } from '@remix-run/react'
import type * as z from 'zod'

/** Whether the form with this intent is on its way. */
export function useBusy(intent: string): boolean {
  const { state, formData } = useNavigation()
  return state !== 'idle' && formData?.get('intent') === intent
}

/**
 * A form that a page of the account posts: checked in the browser with the server's own schema, with the server's
 * messages at their fields.
 * @param intent says which of the page's forms it is; the form sends it along
 * @param reply what the server answered to this form, or null
 */
export function useAccountForm<Schema extends z.ZodObject>(
  schema: Schema,
  {
    intent,
    reply,
    defaultValue,
  }: { intent: string; reply: SubmissionResult | null; defaultValue?: DefaultValue<z.input<Schema>> },
) {
  const [form, fields] = useForm<z.input<Schema>, z.output<Schema>>({
    id: `${intent}-form`,
    lastResult: reply,
    defaultValue,
    constraint: getZodConstraint(schema),
    onValidate: ({ formData }) => parseWithZod(formData, { schema }),
    shouldRevalidate: 'onInput',
  })
  return { form, fields, busy: useBusy(intent) }
}
