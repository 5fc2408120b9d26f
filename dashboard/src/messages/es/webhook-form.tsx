import { plural } from '../plural.ts'

/** The form of a webhook endpoint. */
export const webhookForm = {
  newTitle: 'Nuevo punto de webhooks',
  newLead: 'Su secreto se muestra una sola vez, al crearlo.',
  newCrumb: 'Nuevo',
  editCrumb: 'Editar',
  create: 'Crear punto',
  saved: 'El punto está guardado.',
  receiver: 'Su servidor',
  fields: {
    name: 'Nombre',
    url: 'Dirección',
    types: 'Eventos',
    content: 'Contenido',
    order: 'Orden',
    rate_per_second: 'Máximo de entregas por segundo',
  } as Record<string, string>,
  nameHint: 'Qué los recibe, como “CRM, producción”.',
  urlHint: 'Una dirección https. Recibe peticiones POST y tiene 15 segundos para responder con 2xx.',
  which: 'Eventos',
  whichLead:
    'Una clase completa incluye también los tipos de versiones posteriores, al volver a guardar el punto.',
  all: 'Todos los eventos',
  allOf: (kind: string) => `${kind}: todos`,
  single: 'Elegir tipos sueltos',
  typesOf: (count: number, shown: string) =>
    `${shown} ${plural(count, 'es', { one: 'tipo', other: 'tipos' })}`,
  chosenOf: (chosen: number, all: number) => `${chosen} de ${all}`,
  chosen: (count: number, shown: string) =>
    `${plural(count, 'es', { one: 'Elegido', other: 'Elegidos' })}: ${shown} ${plural(count, 'es', { one: 'tipo', other: 'tipos' })}.`,
  sends: 'Qué se envía',
  contents: {
    ids: 'Sin textos',
    full: 'Con textos',
  } as Record<string, string>,
  contentHints: {
    ids: 'Ids, estados, números y horas. Su servidor pide el resto cuando lo necesita.',
    full: 'También textos de mensajes, variables de clientes y notas. Solo para servidores que puedan tenerlos.',
  } as Record<string, string>,
  how: 'Cómo se envía',
  orders: {
    none: 'Sin orden',
    by_subject: 'En orden, por llamada, mensaje o persona',
  } as Record<string, string>,
  orderHints: {
    none: 'Lo más rápido: hasta diez entregas a la vez. Quien recibe compara las marcas de tiempo.',
    by_subject:
      'El siguiente evento de una llamada espera a que el anterior se entregue o se abandone. Las demás llamadas no esperan.',
  } as Record<string, string>,
  rateHint: 'Vacío: sin límite.',
  rateUnit: 'por segundo',
}
