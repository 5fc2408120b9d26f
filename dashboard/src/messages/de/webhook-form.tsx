import { plural } from '../plural.ts'

/** The form of a webhook endpoint. */
export const webhookForm = {
  newTitle: 'Neuer Webhook-Endpunkt',
  newLead: 'Sein Geheimnis wird einmal angezeigt, sobald er erstellt ist.',
  newCrumb: 'Neu',
  editCrumb: 'Bearbeiten',
  create: 'Endpunkt erstellen',
  saved: 'Der Endpunkt ist gespeichert.',
  receiver: 'Ihr Server',
  fields: {
    name: 'Name',
    url: 'Adresse',
    types: 'Ereignisse',
    content: 'Inhalt',
    order: 'Reihenfolge',
    rate_per_second: 'Höchstens Zustellungen pro Sekunde',
  } as Record<string, string>,
  nameHint: 'Was sie empfängt, etwa „CRM, Produktion“.',
  urlHint: 'Eine https-Adresse. Sie erhält POST-Anfragen und hat 15 Sekunden, um mit 2xx zu antworten.',
  which: 'Ereignisse',
  whichLead:
    'Zu einer ganzen Art gehören auch Typen späterer Versionen, sobald der Endpunkt erneut gespeichert wird.',
  all: 'Alle Ereignisse',
  allOf: (kind: string) => `${kind}: alle`,
  single: 'Einzelne Typen wählen',
  typesOf: (count: number, shown: string) =>
    `${shown} ${plural(count, 'de', { one: 'Typ', other: 'Typen' })}`,
  chosenOf: (chosen: number, all: number) => `${chosen} von ${all}`,
  chosen: (count: number, shown: string) =>
    `${shown} ${plural(count, 'de', { one: 'Typ ist gewählt', other: 'Typen sind gewählt' })}.`,
  sends: 'Was gesendet wird',
  contents: {
    ids: 'Ohne Texte',
    full: 'Mit Texten',
  } as Record<string, string>,
  contentHints: {
    ids: 'Ids, Zustände, Zahlen und Zeiten. Ihr Server holt den Rest, wo er ihn braucht.',
    full: 'Auch Texte von Nachrichten, Variablen von Kunden und Notizen. Nur für Server, die sie haben dürfen.',
  } as Record<string, string>,
  how: 'Wie es gesendet wird',
  orders: {
    none: 'Keine Reihenfolge',
    by_subject: 'Der Reihe nach je Anruf, Nachricht oder Person',
  } as Record<string, string>,
  orderHints: {
    none: 'Am schnellsten: bis zu zehn Zustellungen zugleich. Empfänger vergleichen die Zeitstempel.',
    by_subject:
      'Das nächste Ereignis eines Anrufs wartet, bis das vorige zugestellt oder aufgegeben ist. Andere Anrufe warten nicht.',
  } as Record<string, string>,
  rateHint: 'Leer: keine Grenze.',
  rateUnit: 'pro Sekunde',
}
