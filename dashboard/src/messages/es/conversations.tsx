import type { ReactNode } from 'react'
import { plural } from '../plural.ts'

export const conversations = {
  title: 'Conversaciones',
  lead: (total: ReactNode, count: number, isFiltered: boolean) => (
    <>
      {total} {plural(count, 'es', { one: 'conversación', other: 'conversaciones' })}
      {isFiltered ? ' con estos filtros' : ' en total'}, de la más reciente a la más antigua.
    </>
  ),
  leadUnique: (total: ReactNode, count: number) => (
    <>
      {total} {plural(count, 'es', { one: 'persona', other: 'personas' })}, con la conversación más reciente
      de cada una.
    </>
  ),
  export: 'Exportar (NDJSON)',
  table: 'Conversaciones',
  heads: {
    who: 'Con quién',
    status: 'Cómo terminó',
    began: 'Inicio',
    length: 'Duración',
    campaign: 'Campaña',
  },
  status: 'Estado',
  channel: 'Canal',
  campaign: 'Campaña',
  from: 'Desde el día',
  to: 'Hasta el día',
  length: 'Duración',
  lengths: {
    '0-0': 'nadie contestó',
    '1-30': 'hasta 30 s',
    '31-120': 'de 30 s a 2 min',
    '121-': 'más de 2 min',
  } as Record<string, string>,
  number: 'Número',
  unique: 'Una fila por persona',
  statuses: {
    initiated: 'marcando',
    ringing: 'sonando',
    live: 'en curso',
    completed: 'completada',
    no_answer: 'sin contestar',
    busy: 'ocupado',
    failed: 'fallida',
    canceled: 'cancelada',
  } as Record<string, string>,
  channels: { voice: 'Llamada', whatsapp: 'WhatsApp', web: 'Web', telegram: 'Telegram' } as Record<
    string,
    string
  >,
  directions: { inbound: 'del cliente', outbound: 'al cliente' } as Record<string, string>,
  /** Statuses that are looked for together. */
  statusGroups: {
    answered: 'contestada o en curso',
    unanswered: 'sin contestar u ocupado',
    unsuccessful: 'fallida o cancelada',
    under_way: 'en curso o marcando',
  },
  allChats: 'Todos los chats',
  noNumber: 'sin número',
  noCampaign: '–',
  goesOn: 'continúa',
  empty: 'Aún no hay conversaciones.',
  emptyNext: 'Cada llamada y cada chat aparece aquí en cuanto empieza.',
  toLive: 'Ir a En vivo',
  of: (who: ReactNode) => <>Conversación con {who}</>,
  tab: (who: string) => `Conversación con ${who}`,
  live: (channel: string, who: ReactNode, at: ReactNode) => (
    <>
      {channel} con {who}, desde el {at}.
    </>
  ),
  over: (channel: string, who: ReactNode, at: ReactNode, outcome: string) => (
    <>
      {channel} con {who}, el {at}: {outcome}.
    </>
  ),
  spoke: (duration: ReactNode) => <>Duró {duration}.</>,
  notSpoken: 'Nadie contestó, así que no se dijo nada.',
  transcript: 'Transcripción',
  about: 'Datos',
  facts: {
    channel: 'Canal',
    direction: 'Dirección',
    campaign: 'Campaña',
    began: 'Inicio',
    answered: 'Contestada',
    ended: 'Fin',
    length: 'Duración',
    person: 'Persona',
  },
  tickets: 'Tickets',
  noTickets: 'No se abrió ningún ticket.',
  toCall: 'Ir a la llamada',
  personId: 'customer_profile_id',
  kind: (kind: string) => `enviado: ${kind}`,
}
