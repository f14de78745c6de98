import type {
  CaseSource,
  HouseRule,
  ModerationCase,
  PersonRecord,
  ReportReason,
  Sanction,
  SanctionStep,
} from './moderation.types.ts'

type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'danger'

/** Says what each reason of a report is called, and what it means. */
export const reasonTexts: Record<ReportReason, { label: string; hint: string; rule: string | null }> = {
  spam: { label: 'Spam', hint: 'Ads, or the same thing again and again', rule: 'spam' },
  harassment: { label: 'Harassment', hint: 'Insults, threats, or going after somebody', rule: 'respect' },
  hate: { label: 'Hate', hint: 'Against people for who they are', rule: 'hate' },
  sexual: { label: 'Sexual content', hint: 'Nudity, or sexual comments', rule: 'sexual' },
  scam: {
    label: 'Scam or ticket resale',
    hint: 'Tickets for sale, or somebody after money',
    rule: 'tickets',
  },
  privacy: {
    label: 'Private information',
    hint: 'A phone number, an address, a picture of somebody',
    rule: 'privacy',
  },
  other: { label: 'Something else', hint: 'Tell us below', rule: null },
}

/** Says why a case was opened. */
export const sourceNames: Record<CaseSource, string> = {
  reports: 'Reports',
  first_post: 'First post',
  words: 'Words',
  domains: 'Domains',
  resale: 'Ticket resale',
  edit: 'Edited',
  repair: 'Edited after it was hidden',
  staff: 'Moderator',
}

export const stateNames: Record<ModerationCase['state'], { text: string; tone: Tone }> = {
  open: { text: 'Open', tone: 'info' },
  claimed: { text: 'Claimed', tone: 'warning' },
  upheld: { text: 'Removed', tone: 'danger' },
  rejected: { text: 'Kept', tone: 'success' },
  ignored: { text: 'Dismissed', tone: 'neutral' },
}

export const stepNames: Record<SanctionStep, string> = {
  warn: 'Warning',
  mute_1: 'Mute for 24 hours',
  mute_7: 'Mute for 7 days',
  mute_30: 'Mute for 30 days',
}

/** Tells whether more of a person's reports were rejected than upheld, three at least: then one of theirs weighs less. */
export const isOftenWrong = ({ upheld, rejected }: PersonRecord['reports']): boolean =>
  rejected >= 3 && rejected > upheld

/** Names a sanction by its length. */
export function sanctionName({
  kind,
  startsAt,
  endsAt,
}: Pick<Sanction, 'kind' | 'startsAt' | 'endsAt'>): string {
  if (kind === 'warn' || !endsAt) return 'Warning'
  const days = Math.round((Date.parse(endsAt) - Date.parse(startsAt)) / 86_400_000)
  return days <= 1 ? 'Muted for 24 hours' : `Muted for ${days} days`
}

/** Names a rule of the community with its number; its code where it is gone. */
export function ruleName(code: string | null, rules: readonly HouseRule[]): string {
  const found = rules.find(({ rule }) => rule === code)
  return found ? `Rule ${found.number}: ${found.title}` : (code ?? '')
}

/** Suggests the rule for the form: that of the most frequent reason; ticket resale where the site found it. */
export function suggestedRule(
  sources: readonly CaseSource[],
  reasons: readonly ReportReason[],
): string | null {
  const counts = new Map<string, number>()
  for (const reason of reasons) {
    const rule = reasonTexts[reason].rule
    if (rule) counts.set(rule, (counts.get(rule) ?? 0) + 1)
  }
  const [most] = [...counts].sort(([, a], [, b]) => b - a)
  return most?.[0] ?? (sources.includes('resale') ? 'tickets' : null)
}

/** Puts an entry of the log of moderation into words. */
export function historyText(
  action: string,
  facts: Record<string, unknown>,
  rules: readonly HouseRule[],
): string {
  const rule = typeof facts.rule === 'string' ? `, ${ruleName(facts.rule, rules)}` : ''
  const names: Record<string, string> = {
    opened: `Case opened: ${sourceNames[facts.source as CaseSource] ?? 'Reports'}`,
    reported: `Reported: ${reasonTexts[facts.reason as ReportReason]?.label ?? 'Something else'}`,
    auto_hidden: 'Hidden automatically by the weight of its reports',
    claimed: 'Claimed',
    released: 'Given back to the queue',
    upheld: `Removed${rule}`,
    rejected: 'Kept',
    ignored: 'Dismissed',
    sanctioned: `${stepNames[facts.step as SanctionStep] ?? 'Sanction'}${rule}`,
    lifted: 'Sanction lifted',
    appealed: 'Appealed',
    appeal_granted: 'Appeal granted',
    appeal_denied: 'Appeal denied',
    noted: 'Note added',
    chat_reported: 'Message in a chat reported',
    chat_hidden: 'Message in a chat hidden',
    chat_shown: 'Message in a chat shown again',
    chat_dismissed: 'Reports of a message in a chat dismissed',
    chat_muted: `Muted in chats for ${facts.minutes ?? ''} minutes`,
    chat_banned: 'Banned from chats',
    chat_lifted: 'Mute or ban from chats lifted',
  }
  return names[action] ?? action
}

/** One key for each decision and step on the page of a case. */
export const caseKeys = { claim: 'c', keep: 'k', remove: 'r', dismiss: 'd', next: 'n' } as const
