import type { ReactNode } from 'react'
import { plural } from '../plural.ts'

/** The second factor: at sign-in, and in one's own account. */
export const secondFactor = {
  title: 'Second factor',
  off: 'Signing in asks for your password alone.',
  offNext: 'With an authenticator app on your phone, a stolen password is not enough to get in.',
  setUp: 'Set up…',
  setUpTitle: 'Set up a second factor',
  scan: 'Scan this with an authenticator app, such as Aegis, 2FAS, or the one of your password manager.',
  qrLabel: 'QR code for an authenticator app; the same secret stands below as text',
  typeIt: 'Or type this secret into the app:',
  secretLabel: 'secret',
  code: 'Code',
  codeOfApp: 'Code that the app shows now',
  codeHint: 'Six digits, or one of your recovery codes.',
  wrong:
    'This code is not right. Take the one that the app shows now; each is good once. If none is ever right, set the clock of your phone.',
  turnOn: 'Turn on',
  codesTitle: 'Keep these recovery codes',
  codesBody:
    'If you lose your phone, each of them lets you in once, in the place of a code. Print them or put them into a safe place: they are not shown again.',
  codesLabel: 'recovery codes',
  kept: 'I have kept them',
  on: (since: ReactNode) => <>Signing in has asked for a code of your app since {since}.</>,
  codesLeft: (count: number) => (
    <>
      <b>{count}</b> {plural(count, 'en', { one: 'recovery code is', other: 'recovery codes are' })} left.
    </>
  ),
  newCodes: 'New recovery codes…',
  newCodesTitle: 'Make new recovery codes?',
  newCodesBody: 'The earlier ones are no longer good.',
  newCodesAction: 'Make codes',
  turnOff: 'Turn off…',
  turnOffTitle: 'Turn the second factor off?',
  turnOffBody: 'Whoever has your password can then sign in. You can set it up again at any time.',
  turnOffAction: 'Turn off',
  turnedOff: 'Signing in asks for your password alone now.',
  has: 'second factor',
  hasNone: 'password alone',
  endOf: 'Turn second factor off…',
  endTitle: (name: string) => `Turn the second factor of ${name} off?`,
  endBody:
    'For somebody who has lost phone and recovery codes. Make sure that it is they who ask. Their sessions end, and signing in asks for the password alone.',
  endReason: 'They have none.',
  ended: (name: ReactNode) => <>The second factor of {name} is off.</>,
}
