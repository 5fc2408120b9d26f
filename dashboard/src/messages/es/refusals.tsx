import { callRefusals } from './call-refusals.tsx'

/** What the other refusals of docs/errors.md mean that a page can meet, and what to do. They are as in `errors`. */
export const refusals = {
  call_file_unusable: {
    detail: true,
    what: 'Este archivo no se puede leer como llamadas.',
    advice:
      'Entregue CSV con una línea de encabezado, o NDJSON, en UTF-8, con 100\u00a0000 filas como máximo.',
  },
  call_batch_not_found: {
    what: 'Este archivo de llamadas no existe.',
    advice: 'Abra la campaña y después Desde un archivo: ahí están todos.',
  },
  call_batch_not_stopped: {
    what: 'Este archivo de llamadas no está detenido.',
    advice: 'Cargue la página de nuevo para ver cómo avanza.',
  },
  too_many_call_files: {
    what: 'En este momento se están leyendo otros archivos de llamadas.',
    advice: 'Entregue el archivo de nuevo en un minuto. No se puso nada de él en cola.',
  },
  ticket_not_found: { what: 'Este ticket no existe.', advice: 'Búsquelo en la lista de tickets.' },
  ticket_closed: {
    detail: true,
    what: 'Alguien ya ha cerrado este ticket.',
    advice: 'Cargue la página de nuevo para ver quién lo hizo y con qué nota.',
  },
  message_not_failed: {
    what: 'Este mensaje no ha fallado, así que no se envía de nuevo.',
    advice: 'Cargue su página de nuevo: está en camino, ha llegado o está sin confirmar.',
  },
  message_sent_again: {
    what: 'Este mensaje ya se envió de nuevo.',
    advice: 'Su página lleva al mensaje nuevo.',
  },
  message_not_unresolved: {
    what: 'El resultado de este mensaje ya se conoce.',
    advice: 'Cargue su página de nuevo: no queda nada por resolver.',
  },
  page_not_found: {
    what: 'La fuente ya no tiene esta página.',
    advice: 'Un rastreo posterior la ha reemplazado o quitado; búsquela en la lista de páginas.',
  },
  not_a_domain: {
    what: 'Un archivo o una página individual no tienen rastreos.',
    advice: 'Agregue de nuevo el archivo o la dirección: el texto nuevo reemplaza al anterior.',
  },
  unreadable_source: {
    detail: true,
    what: 'Este archivo o esta página no se puede leer.',
    advice: 'Use un archivo de texto, HTML, Markdown, Word o PDF que contenga texto, de 20 MB como máximo.',
  },
  too_many_files: {
    what: 'En este momento se están leyendo otros archivos.',
    advice: 'Inténtelo de nuevo en unos segundos. Lo que se agregó se conserva.',
  },
  too_many_previews: {
    what: 'Hay otra vista previa de un rastreo en curso.',
    advice: 'Espere a que termine, 20 segundos como máximo.',
  },
  export_too_large: {
    detail: true,
    what: 'Coinciden más registros de los que admite una exportación.',
    advice: 'Acote los filtros, por ejemplo con un período, y exporte por partes.',
  },
  too_many_exports: {
    what: 'Hay otras exportaciones en curso.',
    advice: 'Inténtelo de nuevo dentro de un rato: cada una tarda unos minutos como máximo.',
  },
  takes_too_long: {
    what: 'Esta lista tarda demasiado.',
    advice: 'Elija un período más corto o menos filtros.',
    detail: true,
  },
  too_many_changes: {
    what: 'Se están haciendo demasiados cambios a la vez.',
    advice: 'No se cambió nada. Espere un momento e inténtelo de nuevo.',
  },
  too_many_lists: {
    what: 'Hay demasiadas listas lentas de su organización en curso.',
    advice: 'Espere un momento e inténtelo de nuevo; un período más corto es más rápido.',
  },
  too_many_streams: {
    what: 'Hay demasiadas páginas que siguen lo que ocurre.',
    advice: 'Cierre otras páginas del panel o inténtelo de nuevo en un momento.',
  },
  event_unknown: {
    what: 'Ese evento ya no existe.',
    advice: 'Empiece desde un momento: los eventos se conservan 30 días.',
  },
  idempotency_key_reused: {
    what: 'El mismo formulario ya envió antes otra cosa.',
    advice: 'Ciérrelo y ábralo de nuevo.',
  },
  role_missing: {
    what: 'Su rol no permite esto.',
    advice: 'Un propietario o administrador de la organización puede darle el rol en Personas y roles.',
    detail: true,
  },
  tenant_not_found: {
    what: 'No existe tal organización o proyecto, o usted no puede verlo.',
    advice: 'Compruebe la dirección o pida acceso a un propietario.',
  },
  project_not_found: {
    what: 'No existe tal proyecto, o usted no puede verlo.',
    advice: 'Compruebe la dirección o pida acceso a un propietario.',
  },
  campaign_not_found: {
    what: 'Esta campaña no existe en este proyecto.',
    advice: 'Búsquela entre las campañas o en otro proyecto.',
  },
  call_not_found: {
    what: 'Esta llamada no existe en este proyecto.',
    advice: 'Busque su número con Buscar, o en otro proyecto.',
  },
  conversation_not_found: {
    what: 'Esta conversación no existe en este proyecto.',
    advice: 'Búsquela entre las conversaciones o en otro proyecto.',
  },
  conversation_ended: {
    what: 'Esta conversación con el agente ha terminado.',
    advice: 'Empiece una nueva.',
  },
  conversation_taken_over: {
    what: 'Otra persona empezó a responder esta conversación; su mensaje no se envió.',
    advice: 'Lea lo que se escribió desde entonces y decidan quién continúa.',
  },
  agent_answers: {
    what: 'El agente responde esta conversación.',
    advice: 'Tómela primero y escriba después.',
  },
  agent_not_found: {
    what: 'Este agente no existe en este proyecto.',
    advice: 'Búsquelo entre los agentes o en otro proyecto.',
  },
  upgrade_required: {
    what: 'Esta dirección solo acepta websockets del operador telefónico.',
    advice: 'Puede que un proxy elimine la cabecera Upgrade: debe dejarla pasar.',
  },
  organization_moving: {
    what: 'La organización se está trasladando',
    advice: 'Volverá a responder en unos segundos. No se ha hecho nada; inténtelo de nuevo.',
  },
  cell_unavailable: {
    what: 'No se puede acceder a la organización',
    advice: 'Inténtelo de nuevo en un momento. Si sigue así, pida al operador que lo revise.',
  },
  stopping: {
    what: 'El proceso se está deteniendo.',
    advice: 'Inténtelo de nuevo en unos segundos: otro proceso continúa.',
  },
  profile_not_found: {
    what: 'Esta persona no existe en este proyecto.',
    advice:
      'Busque el número o el nombre con Buscar. Puede que dos perfiles de la misma persona se hayan unido.',
  },
  merge_not_found: {
    what: 'Esta unión no existe.',
    advice: 'Vuelva a cargar la página: puede que alguien haya separado los dos perfiles.',
  },
  merge_not_kept: {
    what: 'Estos perfiles no se pueden separar.',
    advice: 'Los unió una versión anterior.',
  },
  import_runs: {
    what: 'Una importación está asignando personas de este proyecto.',
    advice: 'Inténtelo de nuevo cuando termine la importación.',
  },
  person_in_use: {
    what: 'Hay llamadas o mensajes a esta persona en curso.',
    advice: 'Cancele las llamadas, espere los mensajes e inténtelo de nuevo.',
  },
  broadcast_not_found: {
    what: 'Esta difusión no existe en este proyecto.',
    advice: 'Búsquela entre las difusiones o en otro proyecto.',
  },
  message_not_found: {
    what: 'Este mensaje no existe en esta difusión.',
    advice: 'Búsquelo entre los mensajes de la difusión.',
  },
  source_not_found: {
    what: 'Esta fuente no existe en este proyecto.',
    advice: 'Puede que se haya quitado. Búsquela en la base de conocimiento.',
  },
  record_not_found: {
    what: 'Este registro no existe en este proyecto.',
    advice: 'Búsquelo en la lista a la que pertenece o en otro proyecto.',
  },
  person_not_found: {
    what: 'Esta persona no existe en esta organización.',
    advice: 'Puede que se haya quitado. Cargue la lista de nuevo.',
  },
  session_not_found: {
    what: 'Esta sesión no existe.',
    advice: 'Puede que haya terminado. Cargue la lista de nuevo.',
  },
  token_not_found: {
    what: 'Este token no existe.',
    advice: 'Puede que se haya revocado. Cargue la lista de nuevo.',
  },
  change_not_found: {
    what: 'Este cambio no existe, o usted no puede verlo.',
    advice: 'Quien tiene un rol en algunos proyectos ve los cambios de esos proyectos.',
  },
  not_a_demo: {
    what: 'Esta organización no es una demo.',
    advice: 'Solo una demo hace llamadas por sí sola, así que no hay nada que activar.',
  },
  changed_meanwhile: {
    what: 'Otra persona ha cambiado esto mientras tanto.',
    advice: 'Revise ambas versiones y guarde de nuevo.',
  },
  person_exists: {
    what: 'Ya hay alguien con esta dirección en la organización.',
    advice: 'Cambie su rol en lugar de invitarle.',
  },
  person_elsewhere: {
    what: 'Esta persona tiene además un rol que usted no administra, o una cuenta o un rol en otra parte de la instalación.',
    advice:
      'Un operador crea el enlace (“switchboard people link”) o quita el segundo factor (“people end-second-factor”).',
  },
  last_owner: {
    what: 'La organización se quedaría sin un propietario que pueda iniciar sesión.',
    advice: 'Nombre primero a otra persona como propietaria y pídale que fije una contraseña.',
  },
  too_many_tokens: {
    what: 'Tiene tantos tokens como puede tener una persona.',
    advice: 'Revoque uno que no se use.',
    detail: true,
  },
  key_ended: { what: 'Esta clave ha vencido.', advice: 'Cree otra clave.' },
  ...callRefusals,
  plan_inactive: {
    what: 'El plan de la organización no está activo.',
    advice: 'Un operador de la instalación lo activa.',
  },
  quota_exhausted: {
    what: 'Los mensajes del plan están usados o reservados.',
    advice: 'Un operador de la instalación amplía el plan.',
  },
  link_quota_reached: {
    what: 'Las bases de conocimiento ya tienen todos los enlaces que permite el plan.',
    advice: 'Quite fuentes, reduzca el máximo de páginas de alguna o pida a un operador que amplíe el plan.',
  },
  too_many_domains: {
    what: 'Las bases de conocimiento ya tienen todos los dominios que pueden tener.',
    advice: 'Quite uno o abarque más direcciones con un solo dominio.',
    detail: true,
  },
  too_many_crawls: {
    what: 'Hay muchos rastreos de la organización en espera o en curso.',
    advice: 'Inténtelo de nuevo cuando terminen algunos, o cancele uno.',
  },
  sender_unavailable: {
    what: 'El remitente de la difusión no está conectado.',
    advice: 'Un administrador lo conecta en Remitentes.',
  },
  template_unavailable: {
    what: 'La difusión no tiene una plantilla aprobada por Meta.',
    advice: 'Revise su plantilla y lo que Meta dice de ella.',
  },
  window_closed: {
    what: 'La persona no ha escrito en las últimas 24 horas, así que Meta solo acepta una plantilla.',
    advice: 'Envíe la plantilla o espere a que escriba.',
  },
  opted_out: {
    what: 'La persona no quiere mensajes.',
    advice: 'No le escriba. Puede escribir START para volver a permitir los mensajes.',
  },
  message_rejected: {
    what: 'WhatsApp ha rechazado el mensaje. No se envió nada.',
    advice: 'Corrija lo que indica el motivo y envíe de nuevo.',
    detail: true,
  },
  sender_busy: {
    what: 'El remitente ha alcanzado su límite de velocidad o WhatsApp está saturado. No se envió nada.',
    advice: 'Espere un momento y envíe de nuevo.',
  },
  send_unresolved: {
    what: 'Aún no se sabe si WhatsApp tiene el mensaje.',
    advice: 'No lo envíe de nuevo ahora. Su página lo sigue y avisará cuando se sepa.',
  },
} as Record<string, { what: string; advice: string; detail?: true }>
