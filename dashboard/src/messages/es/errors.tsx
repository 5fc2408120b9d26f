/**
 * What a refusal means that any page can meet, sign-in too, and what to do. `detail`: the server's sentence has a value
 * that the reader needs, and stands below.
 */
export const errors = {
  unreachable: {
    what: 'El servidor no responde.',
    advice: 'Su red o el servicio no funciona. No se pierde nada de lo que ha escrito.',
  },
  page_failed: { what: 'Esta parte de la página ha fallado.', advice: 'Cargue la página de nuevo.' },
  unexpected: {
    what: 'El servicio ha fallado.',
    advice:
      'Inténtelo de nuevo. Si vuelve a fallar, dé el ID de solicitud a un operador: el motivo está en el registro.',
  },
  unavailable: {
    what: 'El servicio no puede acceder a su base de datos.',
    advice: 'Inténtelo de nuevo en un momento. No se pierde nada de lo que ha escrito.',
  },
  invalid_request: {
    what: 'El servicio no acepta esto.',
    advice: 'Corrija lo que indica e inténtelo de nuevo.',
    detail: true,
  },
  body_too_large: {
    what: 'Esto es demasiado grande.',
    advice: 'Redúzcalo e inténtelo de nuevo.',
    detail: true,
  },
  headers_too_large: {
    what: 'La dirección y los encabezados de la solicitud son demasiado grandes.',
    advice: 'Use menos filtros. Si no basta, pida a un operador que busque cookies que agregue un proxy.',
  },
  route_not_found: {
    what: 'El servicio no conoce esta dirección.',
    advice: 'Esta página puede ser más antigua o más nueva que el servicio. Cárguela de nuevo.',
  },
  sign_in_needed: {
    what: 'No ha iniciado sesión.',
    advice: 'Inicie sesión e inténtelo de nuevo.',
  },
  sign_in_failed: {
    what: 'Nadie tiene esta dirección y esta contraseña.',
    advice: 'Inténtelo de nuevo. Si perdió la contraseña, un propietario crea un enlace para fijar otra.',
  },
  password_wrong: {
    what: 'Esta no es su contraseña.',
    advice: 'Compruébela e inténtelo de nuevo.',
  },
  password_needed: {
    what: 'Han pasado más de 15 minutos desde que escribió su contraseña.',
    advice: 'Escríbala otra vez y esto se repetirá.',
  },
  too_many_failures: {
    what: 'Han fallado demasiados inicios de sesión.',
    advice: 'Espere hasta la hora indicada e inténtelo de nuevo.',
  },
  sign_ins_busy: {
    what: 'Muchas personas están iniciando sesión en este momento.',
    advice: 'Inténtelo de nuevo en unos segundos.',
  },
  public_url_missing: {
    what: 'Esta instalación no indica en qué dirección se inicia sesión.',
    advice: 'Un operador pone en PUBLIC_URL la dirección que abren las personas.',
  },
  cross_origin: {
    what: 'La solicitud no vino de la dirección propia del panel.',
    advice: 'Abra el panel en su propia dirección. Detrás de un proxy, un operador la pone en PUBLIC_URL.',
  },
  link_not_found: {
    what: 'Este enlace no es válido: se usó, venció o se creó uno más nuevo.',
    advice: 'Pida uno nuevo a quien se lo dio.',
  },
  second_factor_needed: {
    what: 'La contraseña es correcta; también se necesita un código.',
    advice: 'Escriba el código que muestra su app de autenticación o un código de recuperación.',
  },
  second_factor_wrong: {
    what: 'Este código no es correcto.',
    advice: 'Use el que su app muestra ahora, cada uno una sola vez, o un código de recuperación.',
  },
  second_factor_exists: {
    what: 'Ya tiene un segundo factor.',
    advice: 'Cargue la página de nuevo; desactive el anterior antes de configurar otro.',
  },
  second_factor_not_begun: {
    what: 'Ya no hay un segundo factor para esto.',
    advice: 'Cargue la página de nuevo: se desactivó o se configuró en otro navegador.',
  },
} as Record<string, { what: string; advice: string; detail?: true }>

export const failure = {
  requestId: 'ID de solicitud',
  callNotKnown:
    'Todavía no se sabe si la llamada se realizó. Pregunte otra vez: se realiza una vez como máximo.',
  askAgain: 'Preguntar otra vez',
  leaveOpenTitle: '¿Salir antes de la respuesta?',
  leaveOpen: {
    call: 'Todavía no se sabe si la llamada se realizó. Solo esta página puede preguntar otra vez sin llamar dos veces.',
    message:
      'Todavía no se sabe si el mensaje se envió. Solo esta página puede preguntar otra vez sin enviarlo dos veces.',
  },
}
