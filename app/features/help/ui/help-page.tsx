import type { SubmissionResult } from '@conform-to/react'
import { Form, Link } from '@remix-run/react'
import { useState } from 'react'
import * as paths from '#core/paths.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { classNames } from '#ui/class-names.ts'
import { Field, TextInput } from '#ui/field.tsx'
import { useHashTarget } from '#ui/hash-target.ts'
import { page, split, stack, stickyAside, text } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'
import { countQuestions, filterTopics, longestFilter } from '../help.rules.ts'
import type { Topic } from '../help.types.ts'
import { ContactForm } from './contact-form.tsx'
import * as css from './help-page.css.ts'
import { Prose } from './prose.tsx'

/**
 * Questions and answers with a filter, and a form to write to us. Without JavaScript the filter is a plain form.
 * @param filter the filter in the address
 * @param canWrite whether there is a mailbox that messages reach
 * @param sent whether a message was just sent
 * @param reply the server's result for the contact form, or null
 */
export function HelpPage({
  topics,
  filter,
  canWrite,
  sent,
  reply,
}: {
  topics: readonly Topic[]
  filter: string
  canWrite: boolean
  sent: boolean
  reply: SubmissionResult | null
}) {
  const [typed, setTyped] = useState(filter)
  const target = useHashTarget()
  const found = filterTopics(topics, typed)
  const filtered = typed.trim() !== ''
  return (
    <div className={page}>
      <div className={stack[5]}>
        <PageHeader title="Help" text="Answers to what people ask most, and a way to reach us." />
        <Form
          method="get"
          action={paths.help()}
          role="search"
          aria-label="Help"
          className={css.form}
          preventScrollReset
        >
          <Field id="help-q" label="Search help" className={css.field}>
            {(control) => (
              <TextInput
                {...control}
                type="search"
                name="q"
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
                maxLength={longestFilter}
                autoComplete="off"
                enterKeyHint="search"
                placeholder="Refund, QR code, ID"
              />
            )}
          </Field>
          <Button type="submit" variant="secondary">
            Search
          </Button>
        </Form>
        <p role="status" className={text.muted}>
          {found.length > 0
            ? filtered && `${countQuestions(found)} for “${typed.trim()}”`
            : `No answers for “${typed.trim()}”. Try fewer words${canWrite ? ', or send us a message' : ''}.`}
        </p>
        <div className={split}>
          <div className={stack[6]}>
            {found.map((topic) => (
              <section key={topic.id} aria-labelledby={topic.id} className={stack[3]}>
                <h2 id={topic.id}>{topic.title}</h2>
                <div className={css.questions}>
                  {topic.questions.map(({ id, question, answer }) => (
                    <details key={id} id={id} className={css.question} open={filtered || target === id}>
                      <summary className={css.questionSummary}>{question}</summary>
                      <div className={css.answer}>
                        <Prose blocks={answer} />
                      </div>
                    </details>
                  ))}
                </div>
              </section>
            ))}
          </div>
          {canWrite && (
            <Card
              as="section"
              id="contact"
              aria-labelledby="contact-title"
              className={classNames(stack[4], stickyAside, css.contact)}
            >
              <h2 id="contact-title">Contact us</h2>
              {sent && !reply ? (
                <Banner
                  tone="success"
                  title="Thanks, we got your message."
                  announce
                  action={<Link to={`${paths.help()}#contact`}>Send another message</Link>}
                >
                  <p>We'll reply by email.</p>
                </Banner>
              ) : (
                <ContactForm reply={reply} />
              )}
            </Card>
          )}
        </div>
      </div>
    </div>
  )
}
