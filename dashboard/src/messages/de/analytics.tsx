import { plural } from '../plural.ts'

const count = (shown: string, value: number, one: string, other: string) =>
  `${shown} ${plural(value, 'de', { one, other })}`

export const analytics = {
  title: 'Auswertung',
  titleCalls: (shown: string, value: number, rate: string | null) =>
    rate === null
      ? 'Keine Anrufe in diesem Zeitraum'
      : `${count(shown, value, 'Anruf', 'Anrufe')}, davon ${rate} beantwortet`,
  titleChats: (shown: string, value: number, messages: string, messageCount: number) =>
    `${count(shown, value, 'Chat', 'Chats')} begonnen, mit ${count(messages, messageCount, 'Nachricht', 'Nachrichten')}`,
  lead: (from: string, to: string, zone: string) => `${from} bis ${to}, Ortszeit ${zone}.`,
  leadOpen: 'Was noch läuft, ist hohl gezeichnet und wird nicht verglichen.',
  tabs: 'Was gezählt wird',
  calls: 'Anrufe',
  chats: 'Chats',
  presets: 'Zeitraum',
  preset: {
    '7d': '7 Tage',
    '30d': '30 Tage',
    '90d': '90 Tage',
    '12m': '12 Monate',
  } as Record<string, string>,
  filters: 'Zeitraum und Aufteilung',
  from: 'Von Tag',
  to: 'Bis Tag',
  by: 'Je',
  sizes: { day: 'Tag', week: 'Woche, ab Montag', month: 'Monat' } as Record<string, string>,
  sizeFits: 'was passt',
  split: 'Aufteilung',
  noSplit: 'keine Aufteilung',
  splits: { campaign: 'nach Kampagne', outcome: 'nach Ergebnis', channel: 'nach Kanal' } as Record<
    string,
    string
  >,
  export: 'Als CSV exportieren',
  head: { day: 'Tag', week: 'Woche', month: 'Monat' } as Record<string, string>,
  before: 'Zeitraum davor',
  open: 'Diese Gespräche anzeigen',
  notOver: 'läuft noch',
  others: 'Andere',
  statuses: {
    processing: 'wird gesendet',
    unresolved: 'noch ungeklärt',
    sent: 'gesendet',
    delivered: 'zugestellt',
    read: 'gelesen',
    failed: 'fehlgeschlagen',
    inbound: 'von Kunden',
    outbound: 'an Kunden',
  } as Record<string, string>,
  /** What is over, beside the span before. */
  more: (share: string) => `${share} mehr als im Zeitraum davor`,
  less: (share: string) => `${share} weniger als im Zeitraum davor`,
  asMany: 'wie im Zeitraum davor',
  noneBefore: 'im Zeitraum davor keine',
  figure: {
    calls: (shown: string, value: number, compared: string) =>
      `${count(shown, value, 'Anruf', 'Anrufe')} getätigt oder angenommen, ${compared}.`,
    rate: (shown: string, before: string) =>
      `${shown} der Anrufe wurden beantwortet, im Zeitraum davor ${before}.`,
    noRate: 'Es wurde kein Anruf getätigt, daher gibt es keine Annahmequote.',
    talk: (shown: string, compared: string) => `Gesprächszeit: ${shown}, ${compared}.`,
    chats: (shown: string, value: number, compared: string) =>
      `${count(shown, value, 'Chat', 'Chats')} begonnen, ${compared}.`,
    messages: (shown: string, value: number, inbound: string, compared: string) =>
      `${count(shown, value, 'Nachricht', 'Nachrichten')} geschrieben, davon ${inbound} von Kunden, ${compared}.`,
    leads: (shown: string, value: number, compared: string) =>
      `${count(shown, value, 'Kontakt', 'Kontakte')} zum ersten Mal im Austausch, ${compared}.`,
    tickets: (shown: string, value: number, compared: string) =>
      `${count(shown, value, 'Ticket', 'Tickets')} eröffnet, ${compared}.`,
    sends: (shown: string, value: number, compared: string) =>
      `${count(shown, value, 'Nachricht', 'Nachrichten')} aus Rundnachrichten, nach aktuellem Status, ${compared}.`,
    campaignDays: (shown: string, value: number, rate: string | null) =>
      rate === null
        ? 'Keine Anrufe in den letzten 30 Tagen.'
        : `${count(shown, value, 'Anruf', 'Anrufe')} in 30 Tagen, davon ${rate} beantwortet.`,
  },
  values: {
    calls: 'Anrufe',
    rate: 'Beantwortet',
    talk: 'Gesprächszeit',
    chats: 'Chats',
    messages: 'Nachrichten',
    leads: 'Neue Kontakte',
    tickets: 'Tickets',
    sends: 'Gesendete Nachrichten',
  },
  noCalls: 'In diesem Zeitraum und im Zeitraum davor wurde kein Anruf getätigt oder angenommen.',
  noCallsNext: 'Wählen Sie einen längeren Zeitraum oder starten Sie einen Testanruf aus einer Kampagne.',
  noChats: 'In diesem Zeitraum und im Zeitraum davor gab es keine Chats.',
  noChatsNext:
    'Wählen Sie einen längeren Zeitraum. Ein Chat beginnt mit der ersten Nachricht von einem Kunden oder an ihn.',
  toCampaigns: 'Zu den Kampagnen',
  campaignTitle: 'Die letzten 30 Tage nach Ergebnis',
  toAnalytics: 'Mehr in der Auswertung',
}
