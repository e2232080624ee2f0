export interface AccessToken {
  readonly clientId: string
  expiresAtMs: number | undefined
}

export interface RefreshToken {
  readonly clientId: string
  readonly expiresAtMs: number
  replacement: IssuedToken | undefined
}

/** What a token that never expires was exchanged for. */
export interface Migration {
  readonly clientId: string
  readonly atMs: number
  readonly issued: IssuedToken
}

/** An access token that the simulator handed out. */
export interface IssuedToken {
  /** The token's text. */
  readonly accessToken: string
  /** When it expires, in milliseconds of the simulator's clock; `undefined` for never. */
  readonly expiresAtMs: number | undefined
  /** The refresh token that came with it, if one did. */
  readonly refreshToken: string | undefined
}
