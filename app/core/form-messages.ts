import * as z from 'zod'

/**
 * Sets the messages for input where a schema has none of its own. The library's own texts are for programmers, so
 * files with schemas for people's input import this one.
 */

type Issue = z.core.$ZodRawIssue

function characters(count: number | bigint): string {
  return count === 1 || count === 1n ? '1 character' : `${count} characters`
}

function tooSmall({ origin, minimum }: Extract<Issue, { code: 'too_small' }>): string {
  switch (origin) {
    case 'string':
      return minimum <= 1 ? 'Please fill this in' : `Please enter at least ${characters(minimum)}`
    case 'array':
    case 'set':
    case 'map':
      return `Please choose at least ${minimum}`
    default:
      return `Please enter ${minimum} or more`
  }
}

function tooBig({ origin, maximum }: Extract<Issue, { code: 'too_big' }>): string {
  switch (origin) {
    case 'string':
      return `Please use at most ${characters(maximum)}`
    case 'array':
    case 'set':
    case 'map':
      return `Please choose at most ${maximum}`
    case 'file':
      return 'Please choose a smaller file'
    default:
      return `Please enter ${maximum} or less`
  }
}

/** @returns the sentence for an issue that the library found, chosen only by its kind */
export function plainMessage(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null
        ? 'Please fill this in'
        : 'Please check this field'
    case 'too_small':
      return tooSmall(issue)
    case 'too_big':
      return tooBig(issue)
    case 'invalid_value':
    case 'invalid_union':
      return 'Please choose one of the options'
    case 'unrecognized_keys':
      return 'Something here is not part of this form. Please reload the page and try again.'
    default:
      return 'Please check this field'
  }
}

z.config({ customError: plainMessage })
