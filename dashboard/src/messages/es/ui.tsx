import type { UiTexts } from '../../ui/ui-texts.ts'

/** What parts say by themselves. */
export const ui: UiTexts = {
  close: 'Cerrar',
  copy: 'Copiar',
  copied: 'Copiado',
  copyFailed: 'Selecciónelo y cópielo a mano',
  optional: 'opcional',
  more: 'Más',
  showAsTable: 'Como tabla',
  showAsChart: 'Como gráfico',
  increase: 'Más',
  decrease: 'Menos',
  showChoices: 'Mostrar las opciones',
  showPassword: 'Mostrar',
  hidePassword: 'Ocultar',
  nothingMatches: 'Nada coincide.',
  notifications: 'Notificaciones',
  now: 'ahora',
  sortBy: 'Ordenar por',
  noNumber: (example) => `Esto no es un número. Escríbalo así: ${example}.`,
}
