import type { ReactNode } from 'react'
import { plural } from '../plural.ts'

/** Tickets: what somebody has to look after. */
export const tickets = {
  title: 'Tickets',
  leadOpen: (total: ReactNode, count: number) => (
    <>
      {total} {plural(count, 'es', { one: 'ticket abierto', other: 'tickets abiertos' })}, del más antiguo al
      más reciente.
    </>
  ),
  leadClosed: (total: ReactNode, count: number) => (
    <>
      {total} {plural(count, 'es', { one: 'ticket cerrado', other: 'tickets cerrados' })}, del más reciente al
      más antiguo.
    </>
  ),
  show: 'Mostrar',
  shows: { open: 'Abiertos', closed: 'Cerrados' } as Record<string, string>,
  /** How a ticket stands, where a single one is shown. */
  statuses: { open: 'Abierto', closed: 'Cerrado' } as Record<string, string>,
  searchHint: 'Asunto, nombre, número, usuario o ID',
  heads: { subject: 'Asunto', person: 'Persona', opened: 'Abierto', closed: 'Cerrado' },
  noSubject: 'sin asunto',
  noPerson: 'persona desconocida',
  openers: {
    workflow: 'por un flujo',
    keyword: 'por una palabra en un mensaje',
    agent: 'por un agente',
    operator: 'por una persona',
  } as Record<string, string>,
  imported: 'importado',
  openedBy: (name: ReactNode) => <>por {name}</>,
  closedBy: (name: ReactNode) => <>por {name}</>,
  toConversation: 'Conversación',
  conversationLabel: (subject: string) => `Conversación de ${subject}`,
  none: 'No hay ningún ticket abierto.',
  noneNext:
    'Los flujos abren tickets, y también las palabras de mensajes de WhatsApp que el proyecto nombra. Puede abrir uno en la página de una persona.',
  noneClosed: 'Aún no se ha cerrado ningún ticket.',
  toPeople: 'Ir a los contactos',
  close: 'Cerrar…',
  closeLabel: (subject: string) => `Cerrar ${subject}`,
  closeTitle: '¿Cerrar este ticket?',
  closeAction: 'Cerrar el ticket',
  note: 'Qué se hizo',
  noteHint: 'Queda en el ticket y en la cronología de la persona.',
  closed: 'El ticket está cerrado.',
  new: 'Abrir un ticket…',
  newTitle: (who: string) => `Abrir un ticket sobre ${who}`,
  subject: 'Qué hay que atender',
  openAction: 'Abrir el ticket',
  opened: 'El ticket está abierto.',
}
