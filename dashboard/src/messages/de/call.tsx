import type { ReactNode } from 'react'

/** The page of one call: what is, in one sentence, then how it came to that. */
export const call = {
  tab: (number: string) => `Anruf an ${number}`,
  tabInbound: (number: string) => `Anruf von ${number}`,
  missing: 'Anruf',
  titles: {
    live: (who: ReactNode, at: ReactNode) => (
      <>
        Im Gespräch mit {who} seit {at}.
      </>
    ),
    ringing: (who: ReactNode, at: ReactNode) => (
      <>
        Bei {who} klingelt es seit {at}.
      </>
    ),
    dialling: (who: ReactNode, at: ReactNode) => (
      <>
        {who} gewählt, {at}; der Anbieter hat noch nicht geantwortet.
      </>
    ),
    unresolved: (who: ReactNode, at: ReactNode) => (
      <>
        Seit {at} ungeklärt, ob der Anbieter den Anruf an {who} angenommen hat.
      </>
    ),
    completed: (who: ReactNode, at: ReactNode) => (
      <>
        Mit {who} gesprochen; Ende des Gesprächs: {at}.
      </>
    ),
    voicemail: (who: ReactNode, at: ReactNode) => (
      <>
        Bei {who} hat ein Anrufbeantworter abgenommen, {at}.
      </>
    ),
    no_answer: (who: ReactNode, at: ReactNode) => (
      <>
        Bei {who} hat niemand abgenommen, {at}.
      </>
    ),
    busy: (who: ReactNode, at: ReactNode) => (
      <>
        Bei {who} war besetzt, {at}.
      </>
    ),
    failed: (who: ReactNode, at: ReactNode) => (
      <>
        Der Anruf an {who} ist fehlgeschlagen, {at}.
      </>
    ),
    canceled: (who: ReactNode, at: ReactNode) => (
      <>
        Der Anruf an {who} wurde abgebrochen, {at}.
      </>
    ),
    expired: (who: ReactNode, at: ReactNode) => (
      <>
        Der Anruf an {who} ist verfallen, {at}.
      </>
    ),
  } as Record<string, (who: ReactNode, at: ReactNode) => ReactNode>,
  /** Where the person called. */
  inboundTitles: {
    live: (who: ReactNode, at: ReactNode) => (
      <>
        {who} hat angerufen und spricht seit {at}.
      </>
    ),
    ringing: (who: ReactNode, at: ReactNode) => (
      <>
        {who} ruft an seit {at}.
      </>
    ),
    completed: (who: ReactNode, at: ReactNode) => (
      <>
        {who} hat angerufen; Ende des Gesprächs: {at}.
      </>
    ),
    no_answer: (who: ReactNode, at: ReactNode) => (
      <>
        {who} hat angerufen, als niemand annehmen konnte, {at}.
      </>
    ),
    busy: (who: ReactNode, at: ReactNode) => (
      <>
        {who} hat angerufen, als alle Leitungen belegt waren, {at}.
      </>
    ),
    failed: (who: ReactNode, at: ReactNode) => (
      <>
        Der Anruf von {who} ist fehlgeschlagen, {at}.
      </>
    ),
    canceled: (who: ReactNode, at: ReactNode) => (
      <>
        Der Anruf von {who} wurde von uns beendet, {at}.
      </>
    ),
  } as Record<string, (who: ReactNode, at: ReactNode) => ReactNode>,
  inboundAdvice: {
    no_answer: 'Die Person hat den Grund gehört. Von selbst ruft niemand zurück.',
    busy: 'Die Person hat gehört, dass alle Leitungen belegt sind. Von selbst ruft niemand zurück.',
    failed: 'Die Ursache zeigt die Seite des Anbieters.',
  } as Record<string, string>,
  direction: 'Richtung',
  waits: (who: ReactNode, sentence: ReactNode) => (
    <>
      {who}: {sentence}.
    </>
  ),
  advice: {
    unresolved:
      'Bis dahin wird nicht erneut gewählt, damit niemand doppelt angerufen wird. Der Anbieter wird gefragt, bis er es sagt.',
    no_answer:
      'Es ist kein Versuch mehr übrig. Rufen Sie noch einmal an oder erlauben Sie der Kampagne mehr Versuche.',
    busy: 'Es ist kein Versuch mehr übrig. Rufen Sie noch einmal an oder erlauben Sie der Kampagne mehr Versuche.',
    voicemail: 'Es ist kein Versuch mehr übrig. Rufen Sie zu einer anderen Tageszeit noch einmal an.',
    canceled: 'Die Nummer wird nicht mehr gewählt. War das ein Versehen, rufen Sie noch einmal an.',
    expired:
      'Die Kampagne endete, bevor der Anruf an der Reihe war. Rufen Sie noch einmal an, sobald die Kampagne länger läuft.',
    failed: 'Rufen Sie noch einmal an, sobald die Ursache behoben ist.',
  } as Record<string, string>,
  failedAdvice: {
    number: 'Prüfen Sie die Nummer mit der Person, von der sie stammt; ein weiterer Anruf hilft nicht.',
    account: 'Ein Admin behebt das unter Anbieter; rufen Sie danach noch einmal an.',
    general: 'Rufen Sie noch einmal an; schlägt auch das fehl, sehen Sie auf der Seite des Anbieters nach.',
    rate: 'Rufen Sie noch einmal an oder senken Sie unter Anbieter die Anrufe pro Sekunde.',
    fault: 'Der Anbieter hatte selbst eine Störung. Rufen Sie in einigen Minuten noch einmal an.',
  },
  failedWhy: (reason: ReactNode) => <>Der Grund: {reason}. </>,
  code: (code: ReactNode) => <>Code {code}</>,
  talked: (duration: ReactNode) => <>Gesprächsdauer: {duration}. </>,
  cancelRequested: (at: ReactNode) => (
    <>Jemand hat ihn abgebrochen ({at}); der Anbieter muss das Ende noch bestätigen. </>
  ),
  placeAgain: 'Noch einmal anrufen…',
  placeTitle: (number: string) => `${number} noch einmal anrufen?`,
  placeBody: (campaign: ReactNode) => (
    <>
      Ein neuer Anruf wird nach den Regeln von {campaign} gestartet, mit denselben Variablen. Dieser bleibt,
      wie er ist.
    </>
  ),
  placeAction: 'Anrufen',
  placed: 'Der neue Anruf ist gestartet. Dies ist seine Seite.',
  attempts: 'Versuche',
  legend: (zone: string) => `Ortszeit ${zone}; eigene Zeiten`,
  legendCarrier: 'vom Anbieter',
  noAttempts: 'Noch nicht gewählt.',
  attempt: (number: string) => number,
  about: {
    completed: (duration: ReactNode) => <>{duration} gesprochen</>,
    live: () => <>im Gespräch</>,
    ringing: () => <>klingelt</>,
    dialling: () => <>wird gewählt</>,
    unresolved: () => <>noch ungeklärt</>,
    no_answer: () => <>niemand hat abgenommen</>,
    busy: () => <>besetzt</>,
    failed: () => <>fehlgeschlagen</>,
    canceled: () => <>abgebrochen</>,
    never_placed: () => <>vom Anbieter nie gestartet</>,
  } as Record<string, (duration: ReactNode) => ReactNode>,
  events: {
    placed: 'Gestartet',
    dialled: 'Gewählt',
    queued: 'Vom Anbieter angenommen',
    initiated: 'Vom Anbieter gewählt',
    ringing: 'Klingelt',
    'in-progress': 'Abgenommen',
    completed: 'Aufgelegt',
    busy: 'Besetzt',
    'no-answer': 'Nicht abgenommen',
    failed: 'Fehlgeschlagen',
    canceled: 'Abgebrochen',
    human: 'Ein Mensch, kein Anrufbeantworter',
    machine: 'Ein Anrufbeantworter',
    unknownAnswer: 'Unklar, ob Mensch oder Anrufbeantworter',
  } as Record<string, string>,
  sources: {
    created: 'bei der Anfrage',
    asked: 'auf Nachfrage',
    instructions: 'durch die Frage nach dem nächsten Schritt',
    machine_detection: 'Erkennung von Anrufbeantwortern',
    inbound: 'als der Anruf kam',
  } as Record<string, string>,
  speakingNow: (duration: ReactNode) => <>Im Gespräch, {duration}</>,
  lag: (seconds: ReactNode) => <>+{seconds} s</>,
  waited: (duration: ReactNode) => <>{duration} bis zum nächsten Versuch.</>,
  retries: (at: ReactNode, duration: ReactNode) => (
    <>
      Nächster Versuch: {at}, in {duration}.
    </>
  ),
  fault: (reason: ReactNode) => <>Fehlgeschlagen: {reason}</>,
  track: { waits: 'wartet', rings: 'klingelt' },
  trackAttempt: (ordinal: string, state: string) => `${ordinal} ${state}`,
  transcript: 'Transkript',
  grows: 'wächst mit dem Gespräch',
  noTranscript: 'Noch wurde nichts gesagt.',
  noTranscriptNext: 'Was gesagt wird, erscheint hier, während gesprochen wird.',
  neverSpoken: 'Es wurde nichts gesagt.',
  speakers: { agent: 'Agent', customer: 'Kunde', system: 'Ereignis' } as Record<string, string>,
  wholeConversation: 'Zum Gespräch',
  customer: 'Kunde',
  noVariables: 'Der Anruf wurde ohne Variablen gestartet.',
  moves: 'Was geschah',
  moveReasons: {
    placed: 'Angenommen und eingereiht',
    started_at_once: 'Angenommen und sofort gestartet',
    caller_connected: 'Eine Person hat angerufen und wurde verbunden',
    caller_turned_away:
      'Eine Person hat angerufen und wurde abgewiesen: geschlossen, angehalten oder keine freie Leitung',
    claimed: 'Ist an der Reihe',
    retry: 'Wartet auf den nächsten Versuch, wie in der Kampagne festgelegt',
    not_placed: 'Der Anbieter hat ihn nicht angenommen',
    campaign_paused: 'Zurück in die Warteschlange: Die Kampagne ist angehalten',
    do_not_call: 'Abgebrochen: Die Nummer steht auf der Anrufsperrliste',
    guard: 'Eine Grenze lässt den Anruf nicht zu',
    hours_closed: 'Außerhalb der Anrufzeiten',
    too_late: 'Zurück in die Warteschlange: Es war zu spät, den Anbieter zu fragen',
    database_held: 'Zurück in die Warteschlange: Der Dienst ist angehalten',
    account_unusable: 'Zurück in die Warteschlange: Das Anbieterkonto lässt sich nicht öffnen',
    callee_zone_unknown: 'Die Zeitzone der Nummer ist nicht bekannt',
    carrier_silent: 'Der Anbieter hat nicht gesagt, ob er den Anruf angenommen hat',
    carrier_report: 'Der Anbieter hat eine Änderung gemeldet',
    carrier_rejected: 'Der Anbieter hat ihn abgelehnt',
    carrier_lost_call: 'Der Anbieter kennt den Anruf nicht mehr',
    canceled: 'Von einer Person oder einem Programm abgebrochen',
    campaign_ended: 'Die Kampagne ist beendet',
    campaign_not_ready: 'Die Kampagne war nicht bereit',
  } as Record<string, string>,
  /** What the carrier reported, by the state that the call then had. */
  carrierReports: {
    dialling: 'Der Anbieter hat gemeldet, dass er wählt',
    ringing: 'Der Anbieter hat gemeldet, dass es klingelt',
    live: 'Der Anbieter hat gemeldet, dass abgenommen wurde',
    completed: 'Der Anbieter hat gemeldet, dass der Anruf beendet ist',
    voicemail: 'Der Anbieter hat gemeldet, dass ein Anrufbeantworter abgenommen hat',
    no_answer: 'Der Anbieter hat gemeldet, dass niemand abgenommen hat',
    busy: 'Der Anbieter hat gemeldet, dass besetzt war',
    failed: 'Der Anbieter hat gemeldet, dass der Anruf fehlgeschlagen ist',
    canceled: 'Der Anbieter hat gemeldet, dass der Anruf abgebrochen wurde',
  } as Record<string, string>,
  ids: 'IDs',
  carrierCall: 'Anruf beim Anbieter',
  notFound: 'Diesen Anruf gibt es in diesem Projekt nicht.',
}
