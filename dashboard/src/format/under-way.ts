/** States of a call that takes a slot: it is being dialled, or what became of it is not known yet. */
export const underWayStates = ['dialling', 'unresolved', 'ringing', 'live']
/** The value in an address for all calls of these states. */
export const underWay = 'under_way'
