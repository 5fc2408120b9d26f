import type { ReactNode } from 'react'

/** "1.", "2." */
function ordinal(count: number): string {
  return `${count}.`
}

/** What is said of a call wherever it stands. */
export const calls = {
  ordinal,
  states: {
    waiting: 'wartet',
    dialling: 'gewählt',
    unresolved: 'noch ungeklärt',
    ringing: 'klingelt',
    live: 'im Gespräch',
    completed: 'abgeschlossen',
    voicemail: 'Anrufbeantworter',
    no_answer: 'keine Antwort',
    busy: 'besetzt',
    failed: 'fehlgeschlagen',
    canceled: 'abgebrochen',
    expired: 'verfallen',
    never_placed: 'nie gestartet',
    initiated: 'gewählt',
  } as Record<string, string>,
  calledIn: 'hat angerufen',
  speaking: (since: ReactNode) => <>Im Gespräch seit {since}</>,
  rings: (since: ReactNode) => <>Klingelt seit {since}</>,
  dialled: (at: ReactNode) => <>Gewählt {at}, der Anbieter hat noch nicht geantwortet</>,
  unresolved: (since: ReactNode) => (
    <>Seit {since} ungeklärt, ob der Anbieter den Anruf angenommen hat. Er wird gefragt, bis er es sagt</>
  ),
  attempt: (number: number) => `, ${ordinal(number)} Versuch`,
  waitsFor: {
    paused: 'Wartet auf die Freigabe der Kampagne',
    hours: 'Außerhalb der Anrufzeiten',
    slot: 'Wartet auf eine freie Leitung',
    number: 'Wartet, bis der andere Anruf an diese Nummer endet',
    retry: 'Neuer Versuch',
    carrier_rate: 'Wartet, bis der Anbieter weitere Anrufe annimmt',
    guard: 'Wartet wegen einer Schutzgrenze',
  } as Record<string, string>,
  guards: {
    country: 'Länder',
    number_type: 'Arten von Nummern',
    rate: 'Preise',
    dials_a_day: 'Anrufe am Tag',
    minutes_a_day: 'Minuten am Tag',
    spend_a_day: 'Ausgaben am Tag',
    number_dials_a_day: 'Anrufe einer Nummer am Tag',
    number_dials_a_week: 'Anrufe einer Nummer in sieben Tagen',
    block_dials_an_hour: 'Anrufe eines Nummernblocks in der Stunde',
  } as Record<string, string>,
  place: (place: number, total: ReactNode) => (
    <>
      ,{' '}
      <b>
        Platz {place} von {total}
      </b>
    </>
  ),
  inLine: (place: number) => (
    <>
      , <b>Platz {place} in der Warteschlange</b>
    </>
  ),
  since: (at: ReactNode) => <>, seit {at}</>,
  until: (at: ReactNode) => (
    <>
      , bis <b>{at}</b>
    </>
  ),
  firstDial: (at: ReactNode, duration: ReactNode) => (
    <>
      . Erster Anruf: <b>{at}</b>, in {duration}
    </>
  ),
  triesAgain: (at: ReactNode) => (
    <>
      Neuer Versuch: <b>{at}</b>
    </>
  ),
  retryWhy: (outcome: string, at: ReactNode, number: number) => (
    <>
      . Zuletzt {outcome}, {at} ({ordinal(number)} Versuch)
    </>
  ),
  noWorker: (place: ReactNode, since: ReactNode) => (
    <>
      Wartet auf einen Worker{place}, seit {since}
    </>
  ),
  forRelease: (place: ReactNode, since: ReactNode) => (
    <>
      Wartet auf die Freigabe des Dienstes{place}, seit {since}
    </>
  ),
  releaseAdvice: 'Der ganze Dienst ist angehalten. Ein Betreiber gibt ihn frei.',
  workerAdvice: 'Kein Worker läuft. Ein Betreiber startet einen.',
  cancelButton: 'Anruf abbrechen…',
  cancelUnderWay:
    'Er wird beim Anbieter beendet, auch mitten im Gespräch, und die Nummer wird nicht erneut gewählt.',
  advice: {
    paused: 'Wer die Kampagne bearbeiten darf, gibt sie frei, auf ihrer Seite oder auf der Live-Seite.',
    hours: 'Es ist nichts zu tun. Die Anrufzeiten der Kampagne entscheiden.',
    slot: 'Er startet von selbst. Mit mehr Leitungen für die Kampagne geht es schneller.',
    number:
      'Eine Nummer wird immer nur einmal zugleich angerufen. Er startet von selbst, wenn der andere Anruf endet.',
    retry: 'Er startet von selbst. Mit Abbrechen geben Sie ihn auf.',
    carrier_rate: 'Er startet von selbst. Die Grenze der Anrufe pro Sekunde steht unter Anbieter.',
    guard: 'Er startet von selbst, sobald neu gezählt wird. Inhaber erweitern Grenzen unter Schutzgrenzen.',
  } as Record<string, string>,
  beyondDayAdvice:
    'Er startet an keinem Tag: Er kann länger dauern oder mehr kosten, als die Schutzgrenzen für einen ganzen Tag erlauben. Inhaber erweitern Grenzen unter Schutzgrenzen.',
}
