import type { ReactNode } from 'react'

/** The numbers that WhatsApp messages are sent from. */
export const senders = {
  title: 'Absender',
  lead: 'Die WhatsApp-Nummern, von denen Nachrichten gesendet werden und an die sie kommen.',
  none: 'Dieses Projekt hat noch keinen Absender.',
  noneNext:
    'Fügen Sie eine Nummer Ihres WhatsApp-Business-Kontos hinzu; geben Sie WhatsApp dann die Webhook-Adresse.',
  new: 'Neuer Absender…',
  newTitle: 'Neuer Absender',
  make: 'Hinzufügen',
  edit: 'Ändern…',
  editTitle: (name: string) => `${name} ändern`,
  saved: (name: ReactNode) => <>{name} ist gespeichert.</>,
  name: 'Name',
  number: 'Nummer',
  numberHint: 'Wie andere sie sehen, mit Ländervorwahl.',
  numberId: 'Telefonnummer-ID',
  numberIdHint: 'WhatsApps ID der Nummer: Ziffern, bei Meta unter WhatsApp, API-Einrichtung.',
  account: 'WhatsApp-Business-Konto-ID',
  accountHint: 'Das Konto, zu dem die Nummer und ihre Vorlagen gehören.',
  accessToken: 'Zugriffstoken',
  accessTokenHint:
    'Von einem Systembenutzer mit Zugriff auf das Konto. Wird verschlüsselt gespeichert und niemandem angezeigt.',
  appSecret: 'App-Geheimcode',
  appSecretHint:
    'Von der App bei Meta, die die Webhooks sendet. Wird verschlüsselt gespeichert und niemandem angezeigt.',
  verifyWord: 'Prüfwort',
  verifyWordHint: 'Ein beliebiges Wort. Sie geben es zusammen mit der Webhook-Adresse auch bei Meta an.',
  keep: (time: ReactNode) => <>Gesetzt {time}. Leer lassen, um den Wert zu behalten.</>,
  status: 'Verbindung',
  statuses: { connected: 'Verbunden', disconnected: 'Getrennt' } as Record<string, string>,
  catalog: 'Katalog-ID',
  address: 'Adresse der API',
  addressHint: 'Leer: die von WhatsApp selbst.',
  messagesPerSecond: 'Nachrichten pro Sekunde',
  messagesPerSecondHint: 'WhatsApp nimmt 80 von einer üblichen Nummer an und bis zu 1.000 von einer großen.',
  messagesPerSecondUnit: 'pro Sekunde',
  sandbox: 'Sandbox: Niemand erhält wirklich eine Nachricht',
  state: 'Status',
  quality: 'Qualität',
  qualities: { GREEN: 'hoch', YELLOW: 'mittel', RED: 'niedrig', UNKNOWN: 'noch nicht bewertet' } as Record<
    string,
    string
  >,
  notChecked: 'noch nicht geprüft',
  lastWebhook: 'Letzter Webhook',
  ago: (duration: ReactNode) => <>vor {duration}</>,
  never: 'noch keiner',
  idName: 'whatsapp_sender_id',

  standings: {
    ready: 'Kann senden',
    unchecked: 'Noch nicht geprüft',
    no_webhook: 'Kein Webhook empfangen',
    low_quality: 'Niedrige Qualität',
    limited: 'Begrenzt',
    rate_limited: 'Gedrosselt',
    fault: 'Abgelehnt',
    unreachable: 'Nicht erreicht',
    restricted: 'Eingeschränkt',
    refused: 'Token abgelehnt',
    disconnected: 'Getrennt',
  } as Record<string, string>,
  standingLead: {
    ready: 'Er kann senden, und die Webhooks von WhatsApp kommen an.',
    unchecked: 'WhatsApp wurde noch nicht nach ihm gefragt. Prüfen Sie ihn jetzt.',
    no_webhook:
      'Von WhatsApp ist kein Webhook angekommen. Daher ist nicht bekannt, ob Nachrichten zugestellt werden, und Antworten bleiben ungesehen. Folgen Sie den Schritten unten.',
    low_quality:
      'Seine Nachrichten werden gemeldet oder blockiert. WhatsApp könnte ihn einschränken. Senden Sie weniger und nur, was erwartet wird.',
    limited:
      'WhatsApp lässt ihn senden, aber nicht alles. Sehen Sie sich den Zustand des Kontos im WhatsApp Manager an.',
    rate_limited: 'WhatsApp nimmt gerade keine weiteren Nachrichten an.',
    fault: 'WhatsApp hat wegen des Absenders eine Nachricht abgelehnt.',
    unreachable: 'WhatsApp war beim letzten Mal nicht erreichbar. Prüfen Sie erneut.',
    restricted:
      'WhatsApp lässt ihn nicht senden. Beheben Sie das im WhatsApp Manager und prüfen Sie dann erneut.',
    refused:
      'WhatsApp akzeptiert sein Zugriffstoken nicht. Ersetzen Sie das Token und prüfen Sie dann erneut.',
    disconnected:
      'Er ist hier abgeschaltet: Es wird nichts von ihm gesendet. Ändern Sie ihn, um ihn wieder zu verbinden.',
  } as Record<string, string>,
  since: (time: ReactNode) => <> Seit {time}.</>,
  until: (time: ReactNode) => <> Bis {time}.</>,
  reason: (words: ReactNode) => <> Grund: {words}.</>,

  check: 'Jetzt prüfen',
  checkAt: 'Was WhatsApp sagt',
  checkNone: 'WhatsApp wurde noch nicht gefragt.',
  checkedAt: 'Geprüft',
  checkFound: (name: ReactNode) => <>WhatsApp akzeptiert das Token von {name}.</>,
  checkFailed: (name: ReactNode, reason: ReactNode) => (
    <>
      {name}: {reason}.
    </>
  ),
  numberState: 'Nummer',
  numberStates: {
    CONNECTED: 'verbunden',
    PENDING: 'noch nicht registriert',
    FLAGGED: 'niedrige Qualität',
    RESTRICTED: 'eingeschränkt',
    BANNED: 'gesperrt',
    DISCONNECTED: 'bei WhatsApp getrennt',
  } as Record<string, string>,
  shownName: 'Anzeigename',
  nameStates: {
    APPROVED: 'genehmigt',
    AVAILABLE_WITHOUT_REVIEW: 'braucht keine Prüfung',
    DECLINED: 'abgelehnt',
    EXPIRED: 'abgelaufen',
    PENDING_REVIEW: 'in Prüfung',
    NONE: 'kein Zertifikat',
  } as Record<string, string>,
  throughput: 'Durchsatz',
  throughputs: {
    STANDARD: 'bis zu 80 Nachrichten pro Sekunde',
    HIGH: 'bis zu 1.000 Nachrichten pro Sekunde',
  } as Record<string, string>,
  limit: 'Personen pro Tag',
  limits: {
    TIER_50: 'bis zu 50 zuerst angeschrieben',
    TIER_250: 'bis zu 250 zuerst angeschrieben',
    TIER_2K: 'bis zu 2.000 zuerst angeschrieben',
    TIER_1K: 'bis zu 1.000 zuerst angeschrieben',
    TIER_10K: 'bis zu 10.000 zuerst angeschrieben',
    TIER_100K: 'bis zu 100.000 zuerst angeschrieben',
    TIER_UNLIMITED: 'ohne Limit',
  } as Record<string, string>,
  health: 'Zustand',
  healths: { AVAILABLE: 'kann senden', LIMITED: 'begrenzt', BLOCKED: 'blockiert' } as Record<string, string>,
  unsaid: 'keine Angabe von WhatsApp',
  lastFault: 'Letzter Fehler',
  noFault: 'keiner',
  notice: 'Letzter Hinweis von WhatsApp',
  lastReports: 'Was empfangen wurde',
  webhook: 'Webhook bei WhatsApp',
  steps: {
    open: 'Öffnen Sie auf developers.facebook.com Ihre App, dann WhatsApp, Konfiguration.',
    address: 'Fügen Sie dies als Callback-URL ein:',
    addressLabel: 'Callback-URL',
    word: 'Fügen Sie das Prüfwort dieses Absenders als Verifizierungstoken ein.',
    wordSet: (time: ReactNode) => <>Es wurde gesetzt ({time}) und wird nicht noch einmal angezeigt.</>,
    wordSetUnknown: 'Es wird nicht noch einmal angezeigt.',
    wordNew: 'Neues Wort erstellen…',
    fields: 'Klicken Sie auf „Verifizieren und speichern“ und abonnieren Sie dann diese Felder:',
    subscribe: 'Abonnieren Sie das Konto einmal für die App, mit einem Token des Kontos:',
    subscribeLabel: 'Anfrage, mit der die App das Konto abonniert',
    test: 'Schreiben Sie der Nummer von einem Telefon aus. Die Nachricht erscheint hier innerhalb von Sekunden:',
  },
  webhookAt: (time: ReactNode) => <>der letzte Webhook kam {time}.</>,
  webhookNone: 'noch ist kein Webhook angekommen.',

  secrets: 'Geheimnisse',
  secretSet: (time: ReactNode) => <>gesetzt {time}</>,
  secretUnknown: 'gesetzt vor Beginn der Aufzeichnung',
  replace: 'Ersetzen…',
  replaceLabel: (what: string) => `${what} ersetzen`,
  replaceTitle: (what: string) => `${what} ersetzen`,
  replaceHint: {
    access_token:
      'Nachrichten werden von jetzt an mit dem neuen Token gesendet. Das alte kann dann bei Meta beendet werden.',
    app_secret:
      'Was Meta mit dem alten Geheimcode signiert, wird von jetzt an abgewiesen. Setzen Sie ihn zuerst bei Meta zurück und tragen Sie den neuen dann sofort hier ein.',
    verify_token: 'Geben Sie das neue Wort mit der Webhook-Adresse auch bei Meta an.',
  } as Record<string, string>,
  newValue: 'Neuer Wert',
  replaced: (what: string) => `Ersetzt: ${what}.`,
  wordTitle: 'Neues Prüfwort',
  wordLead:
    'Ein Wort wird erstellt und gespeichert. Es wird einmal angezeigt: Fügen Sie es mit der Webhook-Adresse bei Meta ein.',
  wordMake: 'Erstellen',
  wordMade:
    'Das ist das Wort. Fügen Sie es bei Meta als Verifizierungstoken ein und klicken Sie dort auf „Verifizieren und speichern“.',
  wordLabel: 'Prüfwort',
  done: 'Fertig',

  templates: 'Vorlagen',
  templatesRead: 'Von WhatsApp gelesen',
  templatesFault: 'Konnten nicht gelesen werden',
  toTemplates: 'Vorlagen ansehen',
}
