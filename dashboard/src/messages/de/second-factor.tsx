import type { ReactNode } from 'react'
import { plural } from '../plural.ts'

/** The second factor: at sign-in, and in one's own account. */
export const secondFactor = {
  title: 'Zweiter Faktor',
  off: 'Beim Anmelden wird nur Ihr Passwort verlangt.',
  offNext:
    'Mit einer Authentifizierungs-App auf Ihrem Telefon reicht ein gestohlenes Passwort nicht aus, um hineinzukommen.',
  setUp: 'Einrichten…',
  setUpTitle: 'Zweiten Faktor einrichten',
  scan: 'Scannen Sie dies mit einer Authentifizierungs-App, etwa Aegis, 2FAS oder der Ihres Passwortmanagers.',
  qrLabel: 'QR-Code für eine Authentifizierungs-App; dasselbe Geheimnis steht unten als Text',
  typeIt: 'Oder geben Sie dieses Geheimnis in die App ein:',
  secretLabel: 'Geheimnis',
  code: 'Code',
  codeOfApp: 'Code, den die App jetzt zeigt',
  codeHint: 'Sechs Ziffern oder einer Ihrer Wiederherstellungscodes.',
  wrong:
    'Dieser Code ist nicht richtig. Nehmen Sie den, den die App jetzt zeigt; jeder gilt einmal. Wenn nie einer stimmt, stellen Sie die Uhr Ihres Telefons.',
  turnOn: 'Einschalten',
  codesTitle: 'Bewahren Sie diese Wiederherstellungscodes auf',
  codesBody:
    'Wenn Sie Ihr Telefon verlieren, können Sie sich mit jedem von ihnen einmal anstelle eines Codes anmelden. Drucken Sie sie aus oder bewahren Sie sie an einem sicheren Ort auf: Sie werden nicht noch einmal angezeigt.',
  codesLabel: 'Wiederherstellungscodes',
  kept: 'Ich habe sie aufbewahrt',
  on: (since: ReactNode) => <>Beim Anmelden wird seit {since} ein Code Ihrer App verlangt.</>,
  codesLeft: (count: number) => (
    <>
      Noch <b>{count}</b>{' '}
      {plural(count, 'de', { one: 'Wiederherstellungscode', other: 'Wiederherstellungscodes' })} übrig.
    </>
  ),
  newCodes: 'Neue Wiederherstellungscodes…',
  newCodesTitle: 'Neue Wiederherstellungscodes erstellen?',
  newCodesBody: 'Die früheren gelten dann nicht mehr.',
  newCodesAction: 'Codes erstellen',
  turnOff: 'Ausschalten…',
  turnOffTitle: 'Zweiten Faktor ausschalten?',
  turnOffBody:
    'Wer Ihr Passwort hat, kann sich dann anmelden. Sie können den zweiten Faktor jederzeit neu einrichten.',
  turnOffAction: 'Ausschalten',
  turnedOff: 'Beim Anmelden wird jetzt nur Ihr Passwort verlangt.',
  has: 'zweiter Faktor',
  hasNone: 'nur Passwort',
  endOf: 'Zweiten Faktor ausschalten…',
  endTitle: (name: string) => `Zweiten Faktor von ${name} ausschalten?`,
  endBody:
    'Für jemanden, der Telefon und Wiederherstellungscodes verloren hat. Vergewissern Sie sich, dass es wirklich diese Person ist, die darum bittet. Ihre Sitzungen enden, und beim Anmelden wird nur das Passwort verlangt.',
  endReason: 'Es ist keiner eingerichtet.',
  ended: (name: ReactNode) => <>Der zweite Faktor von {name} ist ausgeschaltet.</>,
}
