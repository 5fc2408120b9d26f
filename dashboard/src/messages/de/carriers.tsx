import type { ReactNode } from 'react'

/** Carrier accounts and the numbers that calls come from. */
export const carriers = {
  title: 'Anbieter und Absendernummern',
  lead: 'Konten, über die angerufen wird, und die Nummern, die Angerufene sehen.',
  accounts: 'Anbieter',
  none: 'Dieses Projekt hat noch keinen Anbieter.',
  noneNext: 'Fügen Sie Ihr Konto bei Twilio hinzu, danach eine Nummer davon.',
  new: 'Neuer Anbieter…',
  newTitle: 'Neuer Anbieter',
  editTitle: (name: string) => `${name} ändern`,
  edit: 'Ändern…',
  editLabel: (name: string) => `${name} ändern`,
  name: 'Name',
  account: 'Account SID',
  token: 'Auth Token',
  tokenHint: 'Wird verschlüsselt gespeichert und niemandem angezeigt.',
  tokenKeep: (time: ReactNode) => <>Gesetzt: {time}. Leer lassen, um es zu behalten.</>,
  tokenKeepUnknown: 'Eines ist gesetzt. Leer lassen, um es zu behalten.',
  tokenSet: 'Token gesetzt',
  tokenUnknown: 'vor Beginn der Aufzeichnung',
  address: 'Adresse der API',
  addressHint: 'Leer: die des Anbieters.',
  callsPerSecond: 'Anrufe pro Sekunde',
  callsPerSecondUnit: 'pro Sekunde',
  grace: 'Suchdauer',
  graceHint: 'Wie lange nach einem Anruf gesucht wird, zu dem der Anbieter nicht geantwortet hat.',
  graceUnit: 's',
  numbers: 'Nummern',
  numbersOf: (count: string) => (count === '0' ? 'keine Nummer' : count),
  callerIds: 'Absendernummern',
  noCallerIds: 'Dieses Projekt hat noch keine Absendernummer.',
  noCallerIdsNext: 'Fügen Sie eine Nummer eines Ihrer Anbieter hinzu: Von ihr wird angerufen.',
  noCallerIdsCarrier: 'Fügen Sie zuerst einen Anbieter hinzu, dann eine Nummer davon.',
  newCallerId: 'Neue Absendernummer…',
  newCallerIdTitle: 'Neue Absendernummer',
  number: 'Nummer',
  numberHint: 'Wie Angerufene sie sehen, mit Ländervorwahl.',
  carrier: 'Anbieter',
  carrierHint: 'Das Konto, zu dem die Nummer gehört.',
  chooseCarrier: 'Anbieter auswählen',
  answeredBy: 'Angenommen von',
  answeredByNobody: 'niemand',
  answerHint: 'Wer die Nummer anruft, spricht mit dieser Kampagne. Nur eingehende Kampagnen stehen zur Wahl.',
  chooseAnswer: 'Niemand nimmt an',
  noInbound:
    'Das Projekt hat noch keine eingehende Kampagne. Legen Sie eine an und wählen Sie als Richtung „Nimmt Anrufe an“.',
  pointTitle: 'Nummer hierher leiten',
  pointLead:
    'Tragen Sie beim Anbieter diese Adresse für eingehende Anrufe der Nummer ein, mit der Methode POST:',
  pointLabel: 'Adresse für eingehende Anrufe',
  pointStatus: 'Und diese für den Status ihrer Anrufe:',
  pointStatusLabel: 'Adresse für den Status',
  pointLater: 'Erst speichern; danach stehen hier die Adressen für den Anbieter.',
  usedBy: 'Anrufe von',
  unused: 'keine Kampagne',
  needsCarrier: 'Fügen Sie zuerst einen Anbieter hinzu.',
  make: 'Hinzufügen',
  saved: (name: ReactNode) => <>{name} ist gespeichert.</>,
  changedBy: 'Geändert',
  by: (name: ReactNode, at: ReactNode) => (
    <>
      {name}, {at}
    </>
  ),
  sandbox: 'Sandbox: Niemand wird wirklich angerufen',
  state: 'Status',
  stateNone: 'hat keine Nummer',
  stateAccepted: 'Zugangsdaten gültig',
  stateUnchecked: 'noch nicht geprüft',
  stateRefused: 'lehnt das Konto ab',
  stateUnknown: 'nicht erreicht',
  stateHeld: (time: ReactNode) => <>nimmt bis {time} keine Anrufe an</>,
  checkedSince: (since: ReactNode, checked: ReactNode) => (
    <>
      seit {since}, geprüft {checked}
    </>
  ),
  refusedTodo:
    'Sehen Sie beim Anbieter nach, ob das Konto aktiv ist, und tragen Sie Account SID und Auth Token von dort ein.',
  unknownTodo: 'Prüfen Sie, ob der Dienst den Anbieter erreicht und ob die Adresse stimmt.',
  heldTodo:
    'Er hat Anrufe abgelehnt oder war nicht erreichbar; die Anrufe warten und gehen von selbst weiter.',
  check: 'Jetzt prüfen',
  checkLabel: (name: string) => `${name} jetzt prüfen`,
  checked: {
    accepted: (name: ReactNode) => <>{name} nimmt die Zugangsdaten an.</>,
    refused: (name: ReactNode) => (
      <>{name} lehnt das Konto ab. Sehen Sie nach, was daran nicht stimmt, und beheben Sie es.</>
    ),
    unknown: (name: ReactNode) => (
      <>{name} wurde nicht erreicht. Prüfen Sie die Adresse und versuchen Sie es erneut.</>
    ),
  },
  conflict:
    'Jemand anderes hat dies inzwischen geändert. Der neue Stand wird jetzt angezeigt; sehen Sie ihn an und speichern Sie dann erneut.',
}
