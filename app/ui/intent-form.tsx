import {
  type DefaultValue,
  type FormMetadata,
  getFormProps,
  type SubmissionResult,
  useForm,
} from '@conform-to/react'
import { getZodConstraint, parseWithZod } from '@conform-to/zod/v4'
import { Form, useNavigation } from '@remix-run/react'
import type { ReactNode } from 'react'
import type * as z from 'zod'
import { FormErrors } from './field.tsx'
import { stack } from './layout.css.ts'

/** Renders forms of a page that has several: each sends its intent, by which the action distinguishes them. */

/**
 * Frames one form of a page: its intent, the errors of the form as a whole, its fields.
 * @param action the page that takes it
 */
export function IntentForm<Fields extends Record<string, unknown>>({
  form,
  intent,
  action,
  children,
}: {
  form: FormMetadata<Fields>
  intent: string
  action: string
  children: ReactNode
}) {
  return (
    <Form method="post" action={action} {...getFormProps(form)} className={stack[4]}>
      <input type="hidden" name="intent" value={intent} />
      <FormErrors id={form.errorId} errors={form.errors} />
      {children}
    </Form>
  )
}

/** Tells whether the form with this intent is being sent. */
export function useBusy(intent: string): boolean {
  const { state, formData } = useNavigation()
  return state !== 'idle' && formData?.get('intent') === intent
}

/**
 * Prepares one form of a page: checked in the browser with the server's own schema, with the server's messages at
 * their fields.
 * @param intent the name that the form sends, its own on the page
 * @param reply what the server responded to this form, or null
 */
export function useIntentForm<Schema extends z.ZodObject>(
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
