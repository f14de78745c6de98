import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { may } from '#core/roles.ts'
import { safePath } from '#core/safe-path.ts'
import { readSecondFactor } from '#features/accounts/accounts.reads.server.ts'
import {
  factorMailSchema,
  finishAppSchema,
  finishPasskeySchema,
  newPasskeySchema,
  removeFactorSchema,
  secondStepPasswordSchema,
} from '#features/accounts/accounts.schema.ts'
import {
  mailConfirmation,
  takeAppCode,
  takePasskey,
  takePasskeyName,
  takePassword,
  takeRemoval,
} from '#features/accounts/second-step-forms.server.ts'
import { SecondStepSettings } from '#features/accounts/ui/second-step-settings.tsx'
import { readGuarded, requireMember } from '#server/actor.server.ts'
import { readEnv } from '#server/env.server.ts'
import { readIntent } from '#server/form.server.ts'
import { readShell } from '#server/shell.server.ts'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Two-step verification', noindex: true })

export const headers = () => ({ 'cache-control': 'private, no-store', 'referrer-policy': 'same-origin' })

export async function loader(args: LoaderFunctionArgs) {
  const [[actor, secondFactor], { brand }] = await Promise.all([
    readGuarded(args, requireMember(args), () => readSecondFactor(args)),
    readShell(args),
  ])
  const { searchParams } = new URL(args.request.url)
  return {
    ...secondFactor,
    done: searchParams.get('done'),
    remove: searchParams.get('remove'),
    canHavePasskeys: readEnv().passkeys,
    isAdmin: may(actor, 'hold_keys'),
    next: safePath(searchParams.get('redirect') ?? paths.settings()),
    now: new Date().toISOString(),
    timeZone: brand.timeZone,
  }
}

export async function action(args: ActionFunctionArgs) {
  const actor = await requireMember(args)
  const sent = await readIntent(args.request, {
    begin: secondStepPasswordSchema,
    codes: secondStepPasswordSchema,
    end: secondStepPasswordSchema,
    finish: finishAppSchema,
    'begin-passkey': newPasskeySchema,
    'finish-passkey': finishPasskeySchema,
    remove: removeFactorSchema,
    mail: factorMailSchema,
  })
  switch (sent.intent) {
    case 'mail':
      return await mailConfirmation(actor)
    case 'finish':
      return await takeAppCode(args, actor, sent)
    case 'begin-passkey':
      return await takePasskeyName(args, actor, sent.form)
    case 'finish-passkey':
      return await takePasskey(args, actor, sent.form)
    case 'remove':
      return await takeRemoval(args, actor, sent)
    default:
      return await takePassword(args, actor, sent.intent, sent.form)
  }
}

export default function SecondStepSettingsRoute() {
  return <SecondStepSettings shown={useLoaderData<typeof loader>()} sent={useActionData<typeof action>()} />
}
