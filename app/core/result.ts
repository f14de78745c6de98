import { type Facts, type RefusalCode, sentenceOf, statusOf } from './refusals.ts'

/** Describes why a request was refused: a code and its facts. Bad input and breakdowns are not refusals. */
export type Refusal = { code: RefusalCode; facts: Facts }

/** The result of a business operation: its value, or why it was refused. */
export type Result<T> = { ok: true; value: T } | { ok: false; refusal: Refusal }

/** @returns a result that carries a value */
export function ok<T>(value: T): { ok: true; value: T } {
  return { ok: true, value }
}

/** @returns a result that carries a refusal: its code, and the facts that its sentence names */
export function refused(code: RefusalCode, facts: Facts = {}): { ok: false; refusal: Refusal } {
  return { ok: false, refusal: { code: code, facts } }
}

/** @returns the HTTP status of a refusal */
export function refusalStatus(refusal: Refusal): number {
  return statusOf(refusal.code)
}

/** @returns the sentence for people */
export function refusalSentence(refusal: Refusal): string {
  return sentenceOf(refusal.code, refusal.facts)
}
