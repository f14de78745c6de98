/**
 * Reads the `[auth]` part of `supabase/config.toml`, as far as the embedded auth service honours it. A setting that it
 * could not honour stops the boot, so that no protection is believed to be on when it isn't.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { type MailKind, type MailTemplate, mailKinds, readTemplate } from './auth-mail.ts'
import { StackError } from './stack-error.ts'

const duration = z.string().transform((text, context) => {
  const milliseconds = parseDuration(text)
  if (milliseconds !== null) return milliseconds
  context.addIssue(`"${text}" is not a duration such as "60s" or "1m30s"`)
  return z.NEVER
})

const off = (what: string) =>
  z.literal(false, `${what} is not supported by the embedded stack`).default(false)

const small = 'abcdefghijklmnopqrstuvwxyz'
const capital = small.toUpperCase()
const digit = '0123456789'

/** Lists the character sets of which a password needs one each, by the name that config.toml gives the rule. */
const characterSets = {
  letters_digits: [small + capital, digit],
  lower_upper_letters_digits: [small, capital, digit],
  lower_upper_letters_digits_symbols: [small, capital, digit, '!@#$%^&*()_+-=[]{};\'\\:"|<>?,./`~'],
} as const
const passwordRules = [
  'letters_digits',
  'lower_upper_letters_digits',
  'lower_upper_letters_digits_symbols',
] as const

/** Describes a kind of second factor; off unless it is turned on. */
const factorSchema = z
  .object({ enroll_enabled: z.boolean().default(false), verify_enabled: z.boolean().default(false) })
  .prefault({})

const templateSchema = z.object({ subject: z.string(), content_path: z.string() })

const authSchema = z.object({
  additional_redirect_urls: z.array(z.string()).default([]),
  jwt_expiry: z.number().int().min(60).max(604800).default(3600),
  enable_refresh_token_rotation: z.literal(true).default(true),
  refresh_token_reuse_interval: z.number().int().min(0).default(10),
  enable_signup: z.boolean().default(true),
  enable_anonymous_sign_ins: z.boolean().default(false),
  minimum_password_length: z.number().int().min(6).default(6),
  password_requirements: z.enum(['', ...passwordRules]).default(''),
  mfa: z.object({ totp: factorSchema, web_authn: factorSchema }).prefault({}),
  webauthn: z.object({ rp_display_name: z.string().default('Supabase') }).prefault({}),
  hook: z.record(z.string(), z.object({ enabled: off('an auth hook') })).default({}),
  email: z
    .object({
      enable_signup: z.boolean().default(true),
      double_confirm_changes: z.boolean().default(true),
      enable_confirmations: z.boolean().default(false),
      secure_password_change: z.boolean().default(false),
      max_frequency: duration.default(60_000),
      otp_expiry: z.number().int().min(60).max(86_400).default(3600),
      template: z.partialRecord(z.enum(mailKinds), templateSchema).default({}),
    })
    .prefault({}),
})

/** Describes rules for passwords. */
export type PasswordRules = { minimumLength: number; characterSets: readonly string[] }

/** Holds the settings of the auth service. Times in seconds unless stated otherwise. */
export type AuthConfig = {
  signUps: boolean
  emailSignUps: boolean
  anonymousSignIns: boolean
  passwords: PasswordRules
  /** Demands the old password for a new one, and a session that began within 24 hours. */
  securePasswordChange: boolean
  tokenSeconds: number
  reuseSeconds: number
  /** Demands that new accounts follow a link before they can sign in. */
  confirmEmail: boolean
  /** Demands both the old and the new mailbox for a change of address. */
  confirmBothMailboxes: boolean
  /** Sets the least time between two mails of one kind to one account, in milliseconds. */
  mailIntervalMs: number
  linkSeconds: number
  redirectUrls: string[]
  /** Says whether authenticator apps can be enrolled, and verified. */
  totp: { enroll: boolean; verify: boolean }
  /** Says whether passkeys can be enrolled, and verified, and what devices call the site. */
  webauthn: { enroll: boolean; verify: boolean; displayName: string }
  templates: Record<MailKind, MailTemplate>
}

/**
 * Reads the configuration and the mail templates.
 * @param section the `[auth]` table of config.toml, as parsed
 * @param root the folder that `content_path` starts from (the repository)
 * @throws a StackError with one sentence for a setting that is wrong or not supported.
 */
export function readAuthConfig(section: unknown, root: string): AuthConfig {
  const parsed = authSchema.safeParse(section ?? {})
  if (!parsed.success) throw new StackError(`supabase/config.toml [auth]: ${z.prettifyError(parsed.error)}`)
  const auth = parsed.data
  const template = (kind: MailKind): MailTemplate => {
    const given = auth.email.template[kind]
    if (!given) throw new StackError(`supabase/config.toml has no [auth.email.template.${kind}].`)
    return readTemplate(
      given.subject,
      readFileSync(join(root, given.content_path), 'utf8'),
      given.content_path,
    )
  }
  return {
    signUps: auth.enable_signup,
    emailSignUps: auth.email.enable_signup,
    anonymousSignIns: auth.enable_anonymous_sign_ins,
    passwords: {
      minimumLength: auth.minimum_password_length,
      characterSets: auth.password_requirements === '' ? [] : characterSets[auth.password_requirements],
    },
    securePasswordChange: auth.email.secure_password_change,
    tokenSeconds: auth.jwt_expiry,
    reuseSeconds: auth.refresh_token_reuse_interval,
    confirmEmail: auth.email.enable_confirmations,
    confirmBothMailboxes: auth.email.double_confirm_changes,
    mailIntervalMs: auth.email.max_frequency,
    linkSeconds: auth.email.otp_expiry,
    redirectUrls: auth.additional_redirect_urls,
    totp: { enroll: auth.mfa.totp.enroll_enabled, verify: auth.mfa.totp.verify_enabled },
    webauthn: {
      enroll: auth.mfa.web_authn.enroll_enabled,
      verify: auth.mfa.web_authn.verify_enabled,
      displayName: auth.webauthn.rp_display_name,
    },
    templates: {
      confirmation: template('confirmation'),
      recovery: template('recovery'),
      magic_link: template('magic_link'),
      email_change: template('email_change'),
      invite: template('invite'),
    },
  }
}

const unitMs: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }

/** Returns the milliseconds of a duration as Go writes it ("1m30s", "24h"), or null. */
export function parseDuration(text: string): number | null {
  if (!/^(\d+(\.\d+)?(ms|s|m|h))+$/.test(text)) return null
  let total = 0
  for (const [, amount = '0', unit = 's'] of text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)) {
    total += Number(amount) * (unitMs[unit] ?? 0)
  }
  return total
}
