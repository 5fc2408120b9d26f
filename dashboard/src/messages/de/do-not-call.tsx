import type { ReactNode } from 'react'

/** Numbers that nobody of an organization may call. */
export const doNotCall = {
  title: 'Anrufsperrliste',
  lead: (count: string) =>
    count === '1'
      ? 'Niemand in der Organisation darf diese Nummer anrufen.'
      : `Niemand in der Organisation darf diese ${count} Nummern anrufen.`,
  none: 'Jede Nummer darf angerufen werden.',
  noneNext:
    'Wer in einem Anruf sagt, dass er keine Anrufe mehr will, erscheint hier. Sie können auch selbst Nummern hinzufügen.',
  add: 'Hinzufügen…',
  end: 'Beenden…',
  endLabel: (number: string) => `Eintrag von ${number} beenden`,
  search: 'Nummer oder einige Ziffern',
  shows: 'Einträge',
  showAll: 'mit beendeten',
  number: 'Nummer',
  erased: 'gelöscht',
  source: 'Wie',
  sources: {
    voice: 'in einem Anruf gesagt',
    keys: 'in einem Anruf eine Taste gedrückt',
    whatsapp: 'hat STOP geschrieben',
    api: 'von einem Programm',
    dashboard: 'hier eingetragen',
    cli: 'mit einem Befehl',
    import: 'aus einer Datei',
  } as Record<string, string>,
  by: (name: ReactNode) => <>von {name}</>,
  since: 'Seit',
  until: (at: ReactNode) => <>bis {at}</>,
  ended: (at: ReactNode) => <>beendet {at}</>,
  why: 'Grund',
  addTitle: 'Zur Anrufsperrliste hinzufügen',
  addLead: 'Danach beginnt in keinem Projekt mehr ein Anruf an sie. Wartende Anrufe werden abgebrochen.',
  numbers: 'Nummern',
  numbersHint: 'Eine je Zeile, mit Ländervorwahl, etwa +14155550123; bis zu 10.000.',
  whyHint: 'Etwa wie darum gebeten wurde. Er bleibt beim Eintrag.',
  addNow: 'Hinzufügen',
  needsNumbers: 'Geben Sie mindestens eine Nummer ein.',
  added: (count: string, canceled: string) =>
    `Hinzugefügt: ${count}. Abgebrochene wartende Anrufe: ${canceled}.`,
  endTitle: 'Eintrag beenden',
  endLead: (number: ReactNode) => (
    <>{number} darf dann wieder angerufen werden. Tun Sie das nur, wenn die Person darum gebeten hat.</>
  ),
  endNow: 'Beenden',
  needsReason: 'Geben Sie einen Grund an.',
  endedToast: (number: ReactNode) => <>{number} darf wieder angerufen werden.</>,
  onPerson: 'Anrufe',
  mayCall: 'Darf angerufen werden: Keine Nummer steht auf der Anrufsperrliste.',
  notCalled: (number: ReactNode, how: string, at: ReactNode) => (
    <>
      {number} steht auf der Anrufsperrliste: {how}, {at}
    </>
  ),
  toList: 'Zur Liste',
}
