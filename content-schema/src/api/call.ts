/** The types of a call of the API: its response, and the JSON body that it takes. */
export interface Call<Response, Body = undefined> {
  readonly response: Response;
  readonly body: Body;
}

/** The names of the parameters in a path such as `/posts/{id}`. */
export type ParamOf<Path> = Path extends `${string}{${infer Param}}${infer Rest}`
  ? Param | ParamOf<Rest>
  : never;
