import type { ReactNode } from 'react'
import { plural } from '../plural.ts'

export const conversations = {
  title: 'Gespräche',
  lead: (total: ReactNode, count: number, isFiltered: boolean) => (
    <>
      {total} {plural(count, 'de', { one: 'Gespräch', other: 'Gespräche' })}
      {isFiltered ? ' zu diesen Filtern' : ' insgesamt'}, die neuesten zuerst.
    </>
  ),
  leadUnique: (total: ReactNode, count: number) => (
    <>
      {total} {plural(count, 'de', { one: 'Kontakt', other: 'Kontakte' })}, jeweils mit dem letzten Gespräch.
    </>
  ),
  export: 'Exportieren (NDJSON)',
  table: 'Gespräche',
  heads: { who: 'Mit wem', status: 'Ergebnis', began: 'Beginn', length: 'Dauer', campaign: 'Kampagne' },
  status: 'Status',
  channel: 'Kanal',
  campaign: 'Kampagne',
  from: 'Von Tag',
  to: 'Bis Tag',
  length: 'Dauer',
  lengths: {
    '0-0': 'niemand hat abgenommen',
    '1-30': 'bis 30 s',
    '31-120': '30 s bis 2 min',
    '121-': 'länger als 2 min',
  } as Record<string, string>,
  number: 'Nummer',
  unique: 'Eine Zeile pro Kontakt',
  statuses: {
    initiated: 'gewählt',
    ringing: 'klingelt',
    live: 'läuft',
    completed: 'abgeschlossen',
    no_answer: 'keine Antwort',
    busy: 'besetzt',
    failed: 'fehlgeschlagen',
    canceled: 'abgebrochen',
  } as Record<string, string>,
  channels: { voice: 'Anruf', whatsapp: 'WhatsApp', web: 'Web', telegram: 'Telegram' } as Record<
    string,
    string
  >,
  directions: { inbound: 'vom Kunden', outbound: 'an den Kunden' } as Record<string, string>,
  /** Statuses that are looked for together. */
  statusGroups: {
    answered: 'beantwortet oder laufend',
    unanswered: 'nicht beantwortet oder besetzt',
    unsuccessful: 'fehlgeschlagen oder abgebrochen',
    under_way: 'läuft oder wird gewählt',
  },
  allChats: 'Alle Chats',
  noNumber: 'keine Nummer',
  noCampaign: '–',
  goesOn: 'läuft noch',
  empty: 'Es gibt noch keine Gespräche.',
  emptyNext: 'Jeder Anruf und jeder Chat steht hier, sobald er beginnt.',
  toLive: 'Zur Live-Seite',
  of: (who: ReactNode) => <>Gespräch mit {who}</>,
  tab: (who: string) => `Gespräch mit ${who}`,
  live: (channel: string, who: ReactNode, at: ReactNode) => (
    <>
      {channel} mit {who}, seit {at}.
    </>
  ),
  over: (channel: string, who: ReactNode, at: ReactNode, outcome: string) => (
    <>
      {channel} mit {who}, {at}: {outcome}.
    </>
  ),
  spoke: (duration: ReactNode) => <>Dauer: {duration}.</>,
  notSpoken: 'Niemand hat abgenommen, daher wurde nichts gesagt.',
  transcript: 'Transkript',
  about: 'Details',
  facts: {
    channel: 'Kanal',
    direction: 'Richtung',
    campaign: 'Kampagne',
    began: 'Beginn',
    answered: 'Angenommen',
    ended: 'Ende',
    length: 'Dauer',
    person: 'Kontakt',
  },
  tickets: 'Tickets',
  noTickets: 'Es wurde kein Ticket eröffnet.',
  toCall: 'Zum Anruf',
  personId: 'customer_profile_id',
  kind: (kind: string) => `gesendet: ${kind}`,
}
