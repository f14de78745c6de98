import { linkPurposes } from '#core/links.ts'
import { notificationText, notificationTypes } from '#core/notification-types.ts'
import { eventChangeDays } from '#core/refund-policy.ts'
import type { Question, Topic, Values } from './help.types.ts'

/** Longest text that the filter of the help page takes. */
export const longestFilter = 80

/** Strips accents and apostrophes and lowers the case: "Can't" is found by "cant", and "Café" by "cafe". */
function normal(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase()
}

/** Collects the words of a question and its answer, for finding it. */
function plainText({ question, answer }: Question): string {
  const lines = answer.flatMap((block) =>
    block.kind === 'heading'
      ? []
      : block.kind === 'list'
        ? block.items.map(({ runs }) => runs)
        : [block.runs],
  )
  return [question, ...lines.map((line) => line.map(({ text }) => text).join(''))].join(' ')
}

/**
 * Finds the questions that have every word of a filter in them or in their answers.
 * @param topics all questions
 * @param filter the typed text; only blanks find all
 * @returns topics that still have questions
 */
export function filterTopics(topics: readonly Topic[], filter: string): Topic[] {
  const terms = normal(filter)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  return topics
    .map((topic) => ({
      ...topic,
      questions: topic.questions.filter((each) => {
        const text = normal(plainText(each))
        return terms.every((term) => text.includes(term))
      }),
    }))
    .filter(({ questions }) => questions.length > 0)
}

/** Makes the sentence with the number of questions. */
export function countQuestions(topics: readonly Topic[]): string {
  const count = topics.reduce((sum, { questions }) => sum + questions.length, 0)
  return count === 1 ? '1 answer' : `${count} answers`
}

/** Topics of the contact form, each with its label. */
export const contactTopics = {
  tickets: 'My tickets or order',
  payment: 'A payment or refund',
  access: 'Accessibility',
  lost: 'Lost and found',
  press: 'Press or partnerships',
  other: 'Something else',
} as const

export type ContactTopic = keyof typeof contactTopics

/** The topics in the order of the form. */
export const contactTopicNames = [
  'tickets',
  'payment',
  'access',
  'lost',
  'press',
  'other',
] as const satisfies ContactTopic[]

/** Longest name, order code and message that the contact form takes. */
export const contactLengths = { name: 100, email: 254, order: 12, message: 4000 }

const countOf = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`

/**
 * Words what the texts promise, from where it is decided: the settings, the lifetimes of links, the days to choose after an event's
 * date changed, and the types of email that are sent, as `mail_<type>`.
 * @param rules of selling, as the settings have them
 */
export function promises(rules: {
  max_per_person: number
  hold_minutes: number
  qr_visible_hours: number
}): Values {
  return {
    perPerson: { text: countOf(rules.max_per_person, 'ticket') },
    holdTime: { text: countOf(rules.hold_minutes, 'minute') },
    codeTime: {
      text:
        rules.qr_visible_hours === 0 ? 'at doors' : `${countOf(rules.qr_visible_hours, 'hour')} before doors`,
    },
    choiceTime: { text: countOf(eventChangeDays.choice, 'day') },
    undatedTime: { text: countOf(eventChangeDays.undated, 'day') },
    lookupTime: { text: linkPurposes.order_lookup.lifetime },
    resetTime: { text: linkPurposes.password_reset.lifetime },
    ...Object.fromEntries(
      notificationTypes.map((type) => {
        const { name, hint } = notificationText(type)
        return [`mail_${type}`, { text: `${name}. ${hint}` }]
      }),
    ),
  }
}
