/** What the refusals of calls mean, and what to do. */
export const callRefusals = {
  invalid_phone_number: {
    what: 'Este no es un número de teléfono al que se pueda llamar.',
    advice: 'Escríbalo con + y el código de país, como +14155550123.',
  },
  campaign_not_ready: {
    what: 'A la campaña le falta algo que una llamada necesita.',
    advice: 'Edite la campaña y agréguelo.',
    detail: true,
  },
  campaign_paused: {
    what: 'La campaña está en pausa.',
    advice: 'Reanúdela o ponga la llamada en cola: esperará hasta entonces.',
  },
  campaign_ended: {
    what: 'La campaña ha finalizado y no hace llamadas.',
    advice: 'Use otra campaña o cambie el fin de esta.',
  },
  campaign_ends_before_opening: {
    what: 'La campaña termina antes de que vuelva a empezar su horario de llamadas.',
    advice: 'Cambie su fin o su horario, o use otra campaña.',
  },
  outside_calling_hours: {
    what: 'La campaña está fuera de su horario de llamadas.',
    advice: 'Ponga la llamada en cola: se marcará cuando empiece el horario.',
    detail: true,
  },
  callee_zone_unknown: {
    what: 'Nada dice en qué zona horaria puede estar la persona llamada.',
    advice: 'Dé a la llamada una timezone como Europe/Madrid, o ponga la propiedad timezone del perfil.',
    detail: true,
  },
  callee_zone_invalid: {
    what: 'La zona horaria de la persona llamada no existe.',
    advice: 'Dé un nombre IANA como Europe/Madrid.',
    detail: true,
  },
  callee_never_open: {
    what: 'El horario nunca está abierto a la vez en todas las zonas horarias en las que puede estar la persona llamada.',
    advice: 'Dé a la llamada una timezone si la conoce, o ponga un horario más largo.',
    detail: true,
  },
  no_free_slot: {
    what: 'Hay en curso tantas llamadas como la campaña puede tener a la vez.',
    advice:
      'Ponga la llamada en cola: saldrá cuando haya una línea libre. O inténtelo de nuevo cuando termine una llamada.',
  },
  number_taken: {
    what: 'Ya se está llamando a este número, u otra llamada a él espera.',
    advice: 'Ponga la llamada en cola: saldrá después de esa.',
  },
  do_not_call: {
    what: 'Este número está en la lista de no llamar.',
    advice:
      'Nadie de la organización puede llamarlo. Termine su entrada en Lista de no llamar si la persona quiere volver a recibir llamadas.',
  },
  dial_too_late: {
    what: 'El horario de llamadas terminó antes de que le llegara el turno a esta llamada.',
    advice: 'No se marcó nada. Ponga la llamada en cola: saldrá cuando vuelva a empezar el horario.',
  },
  carrier_refused_number: {
    what: 'El proveedor de voz no llama a este número.',
    advice: 'Compruebe el número con quien lo dio; volver a llamar no servirá.',
    detail: true,
  },
  carrier_busy: {
    what: 'El proveedor de voz no acepta más llamadas en este momento.',
    advice: 'Inténtelo de nuevo en breve o ponga la llamada en cola.',
  },
  guard_country: {
    what: 'La organización no llama a este país.',
    advice: 'Un propietario lo amplía en Límites de protección.',
    detail: true,
  },
  guard_number_type: {
    what: 'La organización no llama a números de este tipo, como los de tarificación especial.',
    advice: 'Un propietario lo amplía en Límites de protección.',
    detail: true,
  },
  guard_rate: {
    what: 'El gasto está limitado y este número no tiene tarifa.',
    advice: 'Un propietario lo amplía en Límites de protección.',
    detail: true,
  },
  guard_dials_a_day: {
    what: 'La organización ya ha hecho todas las llamadas de hoy.',
    advice: 'Inténtelo después de medianoche UTC, o un propietario lo amplía en Límites de protección.',
    detail: true,
  },
  guard_minutes_a_day: {
    what: 'Hoy quedan menos minutos de los que puede durar la llamada.',
    advice: 'Inténtelo después de medianoche UTC, o un propietario lo amplía en Límites de protección.',
    detail: true,
  },
  guard_spend_a_day: {
    what: 'La llamada podría costar más de lo que se puede gastar hoy.',
    advice: 'Inténtelo después de medianoche UTC, o un propietario lo amplía en Límites de protección.',
    detail: true,
  },
  guard_number_dials_a_day: {
    what: 'Hoy ya se llamó a este número tantas veces como se permite.',
    advice: 'Inténtelo después de medianoche UTC, o un propietario lo amplía en Límites de protección.',
    detail: true,
  },
  guard_number_dials_a_week: {
    what: 'En siete días ya se llamó a este número tantas veces como se permite.',
    advice: 'Un propietario lo amplía en Límites de protección.',
    detail: true,
  },
  guard_block_dials_an_hour: {
    what: 'En la última hora ya se llamó a números vecinos tantas veces como se permite.',
    advice: 'Ponga la llamada en cola, o un propietario amplía el límite en Límites de protección.',
    detail: true,
  },
  dial_failed: {
    what: 'No se pudo hacer la llamada.',
    advice: 'Un administrador corrige la cuenta en Proveedores de voz; después, llame de nuevo.',
    detail: true,
  },
  dial_unresolved: {
    what: 'Aún no se sabe si el proveedor de voz aceptó la llamada.',
    advice:
      'Puede que el teléfono esté sonando, así que no llame de nuevo ahora. La página En vivo lo muestra.',
  },
  database_held: {
    what: 'El servicio está retenido: no se llama, envía ni cambia nada.',
    advice: 'Su base de datos se restauró o se copió, o un operador lo detuvo. Un operador lo libera.',
  },
} as Record<string, { what: string; advice: string; detail?: true }>
