import type { ReactNode } from 'react'
import { plural } from '../plural.ts'

/** The health of the installation, for operators. */
export const health = {
  title: 'Zustand',
  well: 'Die Installation ist in Ordnung: Worker laufen, nichts staut sich, und kein Konto hat einen Fehler.',
  faults: (count: number) =>
    `${count} ${plural(count, 'de', { one: 'Problem ist', other: 'Probleme sind' })} zu beheben.`,
  lead: 'Prozesse, die Arbeit, die auf sie wartet, und Konten bei Anbietern.',
  checks: 'Prüfungen',
  run: 'Prüfungen ausführen',
  running: 'Die Prüfungen fragen die Datenbank und jeden Anbieter; das dauert einige Sekunden.',
  ranAt: (time: ReactNode) => <>Alle Prüfungen von „switchboard doctor“, ausgeführt {time}.</>,
  notRun: 'Nur, was keine Anfrage bei einem Anbieter braucht. Die Schaltfläche führt die übrigen aus.',
  check: 'Was',
  result: 'Ergebnis',
  statuses: { ok: 'in Ordnung', warn: 'ansehen', fail: 'beheben' },
  finding: (check: ReactNode, message: ReactNode) => (
    <>
      <b>{check}</b>: {message}
    </>
  ),
  mend: (todo: ReactNode) => <>Zu tun: {todo}.</>,
  processes: 'Prozesse',
  noProcess: 'Seit einem Tag wurde kein Prozess gesehen.',
  noProcessNext: 'Ein Betreiber startet „switchboard serve“ oder „switchboard api“ und „switchboard worker“.',
  kind: 'Art',
  kinds: { serve: 'API und Worker', api: 'API', worker: 'Worker' } as Record<string, string>,
  host: 'Host',
  version: 'Version',
  started: 'Gestartet',
  seen: 'Zuletzt gesehen',
  alive: 'läuft',
  gone: 'nicht mehr gesehen',
  goneTodo:
    'Er endete ohne Meldung, oder sein Host ist nicht erreichbar. Andere Prozesse setzen seine Arbeit fort.',
  otherVersions:
    'Sie laufen mit verschiedenen Versionen. Das ist in Ordnung, solange die eine die andere ablöst, aber nicht auf Dauer.',
  waiting: 'Wartende Arbeit',
  job: 'Aufgabe',
  oldest: 'Älteste',
  nothing: 'nichts wartet',
  late: 'wartet zu lange',
  due: 'ist fällig',
  lateTodo: 'Läuft ein Worker? Wenn ja, steht in seinem Protokoll, was ihn aufhält.',
  jobs: {
    'serve queues': 'Zu wählende Anrufe',
    'poll stale attempts': 'Anrufe, zu denen der Anbieter zu fragen ist',
    'process webhook events': 'Nachrichten und Meldungen von WhatsApp',
    'mark stale sends unresolved': 'Nachrichten ohne Antwort von WhatsApp',
    'sync templates': 'Von WhatsApp zu lesende Vorlagen',
    'run crawls': 'Fortzusetzende Crawls',
    'recrawl domains': 'Erneut zu crawlende Domains',
  } as Record<string, string>,
  accounts: 'Konten bei Anbietern',
  noAccount: 'Noch hat kein Projekt einen Anbieter oder einen WhatsApp-Absender.',
  noAccountNext: 'Anbieter fügen Sie in einem Projekt unter Anbieter hinzu.',
  account: 'Konto',
  place: 'Von',
  state: 'Status',
  accountKinds: { voice_carrier: 'Anbieter', whatsapp_sender: 'WhatsApp-Absender' } as Record<string, string>,
  states: {
    works: 'funktioniert',
    held: 'nimmt derzeit keine Anrufe an',
    failed: 'wird abgelehnt',
    disconnected: 'ist getrennt',
    unknown: 'nicht erreicht',
    unchecked: 'noch nicht geprüft',
  } as Record<string, string>,
  todos: {
    held: 'Anrufe warten und gehen von selbst weiter. Prüfen Sie, ob der Anbieter erreichbar ist.',
    failed: 'Tragen Sie die Zugangsdaten so ein, wie die Konsole des Anbieters sie zeigt.',
    disconnected: 'Von ihm werden keine Nachrichten gesendet. Ein Admin verbindet ihn wieder.',
    unknown: 'Prüfen Sie, ob dieser Rechner den Anbieter erreicht und ob die Adresse stimmt.',
  } as Record<string, string | undefined>,
  since: (at: ReactNode) => <>seit {at}</>,
  until: (at: ReactNode) => <>bis {at}</>,
  address: 'Öffentliche Adresse',
  addressIs: (address: ReactNode) => <>Anbieter rufen die Adresse {address} auf.</>,
  addressTodo: 'PUBLIC_URL legt sie fest. „Prüfungen ausführen“ fragt, ob sie hierher führt.',
}
