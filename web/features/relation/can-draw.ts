/** False in browsers without graphics: there, tables and lists have the same content. */
export const canDraw = () => document.createElement('canvas').getContext('webgl2') !== null
