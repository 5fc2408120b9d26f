import type { ReactNode } from 'react'
import { plural } from '../plural.ts'

const calls = (count: number) => plural(count, 'de', { one: 'Anruf', other: 'Anrufe' })
const rows = (count: number) => plural(count, 'de', { one: 'Zeile', other: 'Zeilen' })

/** The tab "From a file" of a campaign. */
export const callBatches = {
  tab: 'Aus einer Datei',
  give: 'Kontakte aus einer Datei anrufen',
  giveLead:
    'CSV, deren erste Zeile die Spalten benennt, darunter phone_number, oder NDJSON. Jede weitere Spalte ist ein Wert, den die Kampagne sprechen kann.',
  drop: 'CSV- oder NDJSON-Datei hier ablegen oder',
  dropLabel: 'Eine Datei mit Anrufen',
  pick: 'Datei auswählen',
  bounds:
    'Höchstens 100.000 Zeilen und 32 MB. Es wird nichts gewählt, bevor Sie gesehen haben, was geschehen würde.',
  checking: (name: ReactNode) => <>{name} wird geprüft…</>,
  another: 'Andere Datei',
  would: (shown: ReactNode, count: number) => (
    <>
      <b>{shown}</b> {calls(count)} {plural(count, 'de', { one: 'käme', other: 'kämen' })} in die
      Warteschlange
    </>
  ),
  wouldNone: 'Keine Zeile dieser Datei würde zu einem Anruf',
  ofRows: (name: ReactNode, all: string, count: number) => (
    <>
      {name}: {all} {rows(count)}.
    </>
  ),
  summary: 'Was geschehen würde',
  first: 'Erster Anruf',
  last: 'Letzter Anruf',
  hours: 'Anrufzeiten jetzt',
  hoursOpen: 'geöffnet',
  hoursAlways: 'immer geöffnet',
  hoursOpenUntil: (at: ReactNode) => <>geöffnet bis {at}</>,
  hoursClosed: (at: ReactNode) => <>geschlossen, öffnet {at}</>,
  never: 'nicht vor dem Ende der Kampagne',
  assumes: 'Annahme',
  assumption: (slots: string, seconds: string, before: string, source: 'latest_calls' | 'assumption') =>
    `${slots} gleichzeitig, ${seconds} s pro Anruf (${source === 'assumption' ? 'noch kein Anruf dieser Kampagne ist beendet' : 'wie bei ihren letzten Anrufen'}), ${before} schon wartende zuerst, und niemand wird ein zweites Mal gewählt.`,
  tooLate: (shown: string, count: number) =>
    `${shown} ${calls(count)} ${plural(count, 'de', { one: 'würde', other: 'würden' })} vor dem Ende der Kampagne nicht mehr gewählt.`,
  paused: 'Die Kampagne ist angehalten: Die Anrufe warten, bis sie freigegeben wird.',
  refused: (message: ReactNode) => <>Die Kampagne nimmt derzeit keine Anrufe an: {message}.</>,
  earlier:
    'Diese Datei wurde schon einmal übergeben. Reihen Sie sie nur ein, wenn die Kontakte noch einmal angerufen werden sollen.',
  toEarlier: 'Was daraus wurde',
  leftOut: 'Ausgelassen',
  leftOutNone: 'Jede Zeile wird zu einem Anruf.',
  kinds: {
    invalid: 'ist nicht lesbar oder hat einen unzulässigen Wert',
    number: 'hat keine Nummer, die angerufen werden kann',
    do_not_call: 'hat eine Nummer, die auf der Anrufsperrliste steht',
    repeated: 'hat eine Nummer, die schon in einer früheren Zeile steht',
    waiting: 'hat eine Nummer, für die schon ein Anruf wartet oder läuft',
    incomplete: 'hat einen Wert nicht, den die Kampagne spricht',
  },
  kind: 'Die Zeile',
  count: 'Zeilen',
  include: {
    repeated: (shown: string, count: number) =>
      `Auch ${shown} ${rows(count)} einreihen, deren Nummer schon in einer früheren Zeile steht`,
    waiting: (shown: string, count: number) =>
      `Auch ${shown} ${rows(count)} einreihen, deren Nummer schon wartet oder angerufen wird`,
    incomplete: (shown: string, count: number) =>
      `Auch ${shown} ${rows(count)} einreihen, denen ein Wert fehlt; er wird beim Sprechen ausgelassen`,
  },
  faultsTitle: 'Fehler nach Zeile',
  faultsShown: (shown: string, all: string) => `Die ersten ${shown} von ${all} Fehlern.`,
  faultsKept: (kept: string, all: string) => `Nur die ersten ${kept} von ${all} Fehlern sind gespeichert.`,
  line: 'Zeile',
  field: 'Wert',
  wholeRow: 'die Zeile',
  fault: 'Was nicht stimmt',
  queue: (shown: string, count: number) =>
    count === 1 ? 'Diesen Anruf einreihen' : `Diese ${shown} ${calls(count)} einreihen`,
  queueAgain: (shown: string, count: number) => `${shown} ${calls(count)} noch einmal einreihen`,
  queued: (shown: string, count: number) =>
    `${shown} ${calls(count)} ${plural(count, 'de', { one: 'wird', other: 'werden' })} eingereiht.`,
  listTitle: 'Dateien',
  none: 'Dieser Kampagne wurde noch keine Datei übergeben.',
  noneNext:
    'Eine Datei wird zuerst ganz geprüft: Fehler nach Zeile, doppelte Nummern, Nummern, die schon warten.',
  name: 'Datei',
  unnamed: 'Ohne Namen',
  state: 'Status',
  states: {
    queueing: 'wird eingereiht',
    queued: 'eingereiht',
    stopped: 'gestoppt',
    canceling: 'wird abgebrochen',
    canceled: 'abgebrochen',
  },
  by: (name: ReactNode) => <>von {name}</>,
  acceptedOf: (accepted: string, all: string) => `${accepted} von ${all}`,
  calls: 'Anrufe aus Zeilen',
  given: 'Übergeben',
  back: 'Alle Dateien',
  progress: 'Eingereiht',
  progressOf: (done: string, all: string) => `${done} von ${all}`,
  notQueued: (shown: string, count: number) =>
    `${shown} ${rows(count)} ${plural(count, 'de', { one: 'wurde', other: 'wurden' })} nie zu einem Anruf.`,
  outcomes: 'Was aus ihnen wurde',
  outcome: 'Ergebnis',
  share: 'Anteil',
  noOutcome: 'Noch keine Zeile ist ein Anruf.',
  noOutcomeNext: 'Ein Worker reiht sie ein; diese Seite zeigt es laufend.',
  toCalls: 'Anrufe ansehen',
  export: 'Ergebnisse exportieren',
  cancel: 'Wartendes abbrechen…',
  cancelOver: 'Aus dieser Datei wartet nichts mehr.',
  cancelTitle: (name: string) => `Wartendes aus ${name} abbrechen?`,
  cancelBody:
    'Zeilen, die noch keine Anrufe sind, werden keine, und wartende Anrufe werden abgebrochen. Laufende Anrufe gehen weiter und werden nicht wiederholt.',
  cancelAction: 'Wartendes abbrechen',
  keep: 'Behalten',
  canceled: 'Das Wartende wird abgebrochen.',
  stopped: 'Gestoppt: Die Kampagne nimmt keine Anrufe mehr an.',
  stoppedNext: 'Sobald sie wieder Anrufe annimmt, können die restlichen Zeilen eingereiht werden.',
  resume: 'Fortsetzen',
  resumed: 'Die restlichen Zeilen werden eingereiht.',
  faultsCount: (shown: string, _count: number) => `${shown} Fehler`,
  idName: 'batch_id',
  format: 'Format',
}
