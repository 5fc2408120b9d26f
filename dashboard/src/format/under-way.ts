/** The states in which a call takes a slot. An unresolved one does: the carrier may have it. */
export const underWayStates = ['dialling', 'unresolved', 'ringing', 'live']
/** The value in an address for all calls of these states. */
export const underWay = 'under_way'
