/** The types of a call of the API: its response, and the JSON body that it takes. */
export interface Call<Response, Body = undefined> {
  readonly response: Response;
  readonly body: Body;
}
