import type { ReactNode } from 'react'
import { plural } from '../plural.ts'

const urls = (count: number) => plural(count, 'es', { one: 'URL', other: 'URL' })
const pages = (count: number) => plural(count, 'es', { one: 'página', other: 'páginas' })
const passages = (count: number) => plural(count, 'es', { one: 'fragmento', other: 'fragmentos' })

/** The knowledge base: its sources, one source, and what a call finds in them. */
export const knowledge = {
  changeCrumb: 'Cambiar',
  title: 'Base de conocimiento',
  lead: (sources: ReactNode, count: number, links: ReactNode, linksMax: ReactNode) => (
    <>
      {sources} {plural(count, 'es', { one: 'fuente', other: 'fuentes' })}. Enlaces del plan usados: {links}{' '}
      de {linksMax}.
    </>
  ),
  leadShort: 'Donde las llamadas y los chats buscan las respuestas.',
  addDomain: 'Agregar un dominio…',
  addFiles: 'Agregar archivos…',
  addUrl: 'Agregar una página…',
  sources: 'Fuentes',
  none: 'La base de conocimiento de este proyecto está vacía.',
  noneNext:
    'Agregue el sitio web de la empresa o archivos con lo que pregunta la gente. Los archivos se pueden arrastrar aquí.',
  heads: {
    source: 'Fuente',
    state: 'Estado',
    pages: 'Páginas',
    last: 'Última lectura',
    next: 'Próximo rastreo',
  },
  type: 'Tipo',
  state: 'Estado',
  types: { domains: 'dominio', urls: 'página individual', files: 'archivo' },
  states: {
    pending: 'en espera',
    syncing: 'rastreando',
    success: 'en el índice',
    partial: 'en parte',
    failed: 'fallida',
  },
  addedBy: (type: string, who: ReactNode) => (
    <>
      {type}, por {who}
    </>
  ),
  byKey: (name: ReactNode) => <>la clave {name}</>,
  byOperator: 'el operador',
  noNext: 'solo si se pide',
  notYet: 'aún no',
  progress: (done: ReactNode, found: ReactNode, left: ReactNode) => (
    <>
      <b>{done}</b> de {found} URL revisadas, {left} omitidas
    </>
  ),
  took: (taken: ReactNode, found: ReactNode, left: ReactNode, failed: ReactNode | null) => (
    <>
      {taken} de {found} URL incluidas, {left} omitidas{failed === null ? '' : <>, {failed} con fallo</>}
    </>
  ),
  waitsFor: {
    host: (since: ReactNode) => (
      <>
        Espera otro rastreo de la organización en el mismo host desde el {since}. Empezará cuando aquel
        termine.
      </>
    ),
    worker: (since: ReactNode) => (
      <>
        Espera un worker desde el {since}. Si no empieza en un minuto, compruebe si hay algún worker en
        marcha.
      </>
    ),
    pause: 'Espera un momento antes de continuar.',
  },
  advice: {
    quota: 'Quite fuentes o pida más enlaces al operador; después rastree de nuevo.',
    bound:
      'Acote el dominio o sus patrones para que el rastreo se dedique a lo que importa; después rastree de nuevo.',
    silence: 'Compruebe si el sitio funciona y rastree de nuevo.',
    failed: 'Revise abajo las URL con fallo, corrija el sitio o los patrones y rastree de nuevo.',
    shrunk:
      'Compruebe si el sitio vuelve a mostrar sus páginas y rastree de nuevo. Si de verdad se ha hecho tan pequeño, otro rastreo quita las demás.',
    robots: 'El dueño del sitio puede permitir SwitchboardBot en robots.txt; después rastree de nuevo.',
    canceled: 'Lo que se leyó se conserva. Rastree de nuevo cuando pueda continuar.',
  },
  failedWith: (words: ReactNode) => <>Motivo: {words}.</>,
  crawlNow: 'Rastrear ahora',
  crawlNowLabel: (name: string) => `Rastrear ${name} ahora`,
  crawlAsked: (name: ReactNode) => <>Se rastreará {name}.</>,
  crawlsFull: (most: string) => `La organización tiene abiertos ${most} rastreos, que es el máximo.`,
  linksFull: 'Se han usado todos los enlaces del plan.',
  domainsFull: (most: string) => `La organización tiene ${most} dominios, que es el máximo.`,
  readAgain: 'Leer de nuevo',
  noAddress: 'Todavía no se conoce su dirección.',
  readAgainDone: (name: ReactNode) => <>Se leyó de nuevo {name}.</>,
  cancel: 'Cancelar el rastreo',
  canceled: (name: ReactNode) => <>Se canceló el rastreo de {name}. Lo que ha leído se conserva.</>,
  remove: 'Quitar…',
  removeTitle: (name: string) => `¿Quitar ${name}?`,
  removeBody: (count: ReactNode, number: number) => (
    <>
      <b>{count}</b> {pages(number)} {plural(number, 'es', { one: 'sale', other: 'salen' })} del índice de
      inmediato. Las llamadas ya no {plural(number, 'es', { one: 'la', other: 'las' })} encuentran. No se
      puede deshacer; la fuente se puede agregar de nuevo.
    </>
  ),
  removeField: 'Número de páginas',
  removeHint: (count: string) => `Escriba ${count} para quitarlas.`,
  removeFault: (count: string) => `Este no es el número de páginas. Escriba ${count}.`,
  removeAction: 'Quitar',
  removed: (name: ReactNode) => <>Se quitó {name}.</>,

  ask: 'Preguntar como en una llamada',
  askField: 'Pregunta',
  askHint: 'El paso look_up de un flujo obtiene los mismos fragmentos.',
  askAction: 'Preguntar',
  says: 'El asistente diría',
  passages: 'De',
  score: 'Puntuación',
  passage: 'Fragmento',
  from: 'Fuente y página',
  spoken: 'Tal como se dice',
  nothing: 'El asistente no encuentra nada: seguiría por el “otherwise” del paso.',
  nothingNext: 'Pregunte con otras palabras o agregue una página que tenga la respuesta.',
  leftOut: 'Estas páginas parecen relacionadas y se omitieron:',
  leftOutNone: 'Ninguna página omitida en los rastreos tiene estas palabras en su dirección.',
  file: 'archivo',

  domain: 'Dominio',
  tabs: 'De esta fuente',
  tabUrls: 'URL',
  tabPages: 'Páginas',
  tabSettings: 'Configuración',
  urls: 'URL del último rastreo',
  urlHeads: { url: 'URL', rule: 'Regla', depth: 'Profundidad', status: 'HTTP', at: 'Decidido' },
  foundOn: (page: ReactNode) => <>encontrada en {page}</>,
  isStart: 'el inicio',
  leadsTo: (page: ReactNode) => <>lleva a {page}</>,
  reason: 'Regla',
  address: 'La dirección contiene',
  urlStates: {
    waiting: 'en espera',
    indexed: 'incluida',
    unchanged: 'incluida, sin cambios',
    skipped: 'omitida',
    failed: 'fallida',
    gone: 'no existe',
  },
  rules: {
    take: 'se incluiría',
    wait: 'siguiente por revisar',
    failed: 'fallida',
    gone: 'no existe',
    robots: 'robots.txt',
    pattern: 'patrón',
    depth: 'profundidad',
    scope: 'fuera del dominio',
    type: 'no es HTML',
    noindex: 'noindex',
    canonical: 'otra dirección',
    redirect: 'redirección',
    duplicate: 'duplicada',
    empty: 'sin texto',
    too_large: 'demasiado grande',
    trap: 'sin fin',
    limit: 'límite',
    quota: 'enlaces del plan',
    private_address: 'red privada',
    error: 'fallida',
  } as Record<string, string>,
  noUrls: 'Aún no se conoce ninguna URL.',
  noUrlsNext: 'Aparecerán aquí a medida que el rastreo las encuentre.',
  pagesTable: 'Páginas en el índice',
  pageHeads: {
    page: 'Página',
    language: 'Idioma',
    passages: 'Fragmentos',
    size: 'Tamaño',
    at: 'Indexada',
  },
  noPages: 'Ninguna página de esta fuente está en el índice.',
  noPagesNext: 'Consulte las URL: cada una tiene la regla que decidió.',
  bytes: (size: string) => size,
  toUrls: 'Ir a las URL',
  settings: {
    domain: 'Dominio',
    strategy: 'Rastrea',
    pages: 'Máximo de páginas',
    depth: 'Profundidad máxima',
    include: 'Solo',
    exclude: 'Nunca',
    every: 'Se repite',
    crawler: 'Lee',
    all: 'todo lo que está bajo el dominio',
    none: 'nada',
    days: (days: string, count: number) => (count === 1 ? 'cada día' : `cada ${days} días`),
    change: 'Cambiar…',
    changeHint: 'Al guardar se rastrea el dominio de nuevo.',
  },
  strategies: { deep_crawl: 'siguiendo los enlaces', sitemap: 'lo que nombran los sitemaps' },
  crawlers: { crawler_a: 'como la envía el servidor', crawler_b: 'como la muestra un navegador' },
  pageTitle: 'Página',
  pageLead: (count: ReactNode, number: number, at: ReactNode) => (
    <>
      {count} {passages(number)}, tal como se {plural(number, 'es', { one: 'indexó', other: 'indexaron' })} el{' '}
      {at}.
    </>
  ),
  noHeading: 'sin título',

  newTitle: 'Agregar un dominio',
  changeTitle: (name: ReactNode) => <>Cambiar {name}</>,
  newLead: 'Pruebe primero: verá qué páginas se incluirían y por qué otras no. No se guarda nada.',
  domainHint: 'Como example.com o example.com/docs. El rastreo no sale de ahí.',
  patternsHint: 'Uno por línea, como /docs/** o https://example.com/blog/*.',
  include: 'Solo URL que coincidan con',
  exclude: 'Nunca URL que coincidan con',
  depthHint: 'Enlaces desde el inicio, de 1 a 10.',
  pagesHint: 'De 1 a 1000.',
  daysUnit: 'días',
  what: 'Qué',
  how: 'Cómo',
  when: 'Cuándo',
  tryIt: 'Probar',
  trying: 'Revisando el sitio, 20 segundos como máximo…',
  tryAgain: 'Probar de nuevo',
  leaveBody: 'El dominio y su configuración no se han guardado.',
  add: 'Agregar y rastrear',
  saveCrawl: 'Guardar y rastrear',
  addUntried: 'Agregar sin probar',
  added: (name: ReactNode) => <>Se rastreará {name}. Su progreso aparece aquí.</>,
  changedSince: 'La configuración ha cambiado desde la prueba.',
  preview: 'Qué haría un rastreo',
  previewNone: 'Aún sin probar.',
  previewNoneNext: 'Escriba el dominio y pruébelo.',
  previewWhole: (taken: ReactNode, number: number, found: ReactNode) => (
    <>
      Un rastreo incluye <b>{taken}</b> {pages(number)} de {found} URL. Eso es todo.
    </>
  ),
  previewPart: (taken: ReactNode, number: number, found: ReactNode, end: string) => (
    <>
      <b>{taken}</b> {pages(number)} de {found} URL hasta ahora; la prueba terminó {end}. Un rastreo continúa.
    </>
  ),
  previewEnds: {
    time: 'tras 20 segundos',
    pages: 'tras 25 páginas',
    bytes: 'tras 10 MB',
    whole: '',
  },
  previewFails: (words: ReactNode) => <>Un rastreo fallaría: {words}.</>,
  previewTrouble: (words: ReactNode) => <>Qué saldría mal: {words}.</>,
  robotsDelay: (seconds: string) =>
    `robots.txt pide ${seconds} s entre solicitudes, así que el rastreo es lento.`,
  robotsForbids: 'robots.txt prohíbe el inicio.',
  sitemaps: (count: ReactNode, number: number) => (
    <>
      {count} {plural(number, 'es', { one: 'sitemap', other: 'sitemaps' })} en robots.txt
    </>
  ),
  noSitemaps: 'ningún sitemap en robots.txt',
  scripts:
    'La vista previa lee las páginas como las envía el servidor. Un rastreo ejecuta sus scripts y puede encontrar más.',
  byRule: 'Por regla',
  ruleCount: (count: ReactNode, number: number) => (
    <>
      {count} {urls(number)}
    </>
  ),
  firstUrls: (shown: string, found: string) => `Las primeras ${shown} de ${found} URL`,
  ruleOfAll: 'Todas las reglas',

  filesTitle: 'Agregar archivos',
  filesHint:
    'PDF, HTML, Markdown, texto sin formato o Word, de 20 MB cada uno como máximo. Un archivo con el mismo nombre se reemplaza.',
  drop: 'Arrastre archivos aquí, o',
  pick: 'Elija archivos',
  dropLabel: 'Archivos por agregar',
  fileList: 'Archivos',
  fileWaits: 'en espera',
  fileReads: 'leyéndose',
  fileDone: (shown: string, count: number) => `${shown} ${passages(count)}`,
  fileCut: (kept: string, found: string) => `los primeros ${kept} fragmentos de ${found}`,
  fileKinds: { added: 'agregado', replaced: 'reemplazado', unchanged: 'sin cambios' },
  fileTooLarge: 'tiene más de 20 MB; divídalo o quite sus imágenes.',
  fileFailed: 'fallido',
  again: 'Reintentar',
  againLabel: (name: string) => `Enviar ${name} de nuevo`,
  done: 'Listo',
  filesBusy: 'Todavía se están agregando archivos.',
  filesStopTitle: '¿Dejar de agregar archivos?',
  filesStopBody: 'Los archivos en espera no se agregan. El que se está leyendo sí se agrega.',
  filesStop: 'Dejar de agregar',
  filesGoOn: 'Continuar',
  urlTitle: 'Agregar una página individual',
  urlField: 'Dirección',
  urlHint: 'Usa un enlace del plan y solo se lee de nuevo cuando usted lo pide.',
  urlAction: 'Agregar',
  urlAdded: (name: ReactNode, shown: string, count: number) => (
    <>
      {name}: {shown} {passages(count)}.
    </>
  ),
}
