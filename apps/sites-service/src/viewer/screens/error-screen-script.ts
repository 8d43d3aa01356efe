import { type OwnOrigins, previewFrame } from '@haru/contracts';
import { storageShimScript } from '../shim/storage-shim-script.js';
import {
  missingPathText,
  type ScreenCode,
  type ScreenText,
  screenTexts,
  screenWords,
  transientCodes,
} from './error-texts.js';

/**
 * Writes the script for 再試行 in the error screen. The screen is sandboxed like a page, so the script has no more rights
 * than the page that may replace it: it asks the API without cookies and with an opaque origin. A page under review is
 * left to the viewer, which shows its notice, and so are pages of several files, and what the API does not find: it
 * knows neither their files nor who may see a page.
 *
 * A leading byte order mark is left out of what is written: as text it would be the body's first character, before the
 * doctype, and turn on quirks mode. In a frame's own text (`srcdoc`) no doctype is needed for standards mode, so the
 * shim for the storage may come first.
 * @param shown the code of the screen, whose text the script reads from it
 */
export function errorScreenScript(origin: string, shown: ScreenCode, ownOrigins?: OwnOrigins): string {
  // What the API may answer with; a preview is not among it.
  const { SITE_NOT_FOUND, SITE_EXPIRED, SITE_STOPPED, FETCH_ERROR, UNKNOWN_ERROR } = screenTexts;
  const PATH_MISSING = { happened: missingPathText.happened, code: 'SITE_NOT_FOUND' };
  const data: {
    origin: string;
    /** A page that cannot replace the document is shown in a frame, and may not navigate the top. */
    frame: string;
    /** By the code of serve-site's answer, as far as they differ from SITE_NOT_FOUND; `code` is the one to show instead. */
    texts: Record<string, (Partial<ScreenText> & { code?: string }) | undefined>;
    loading: string;
  } = {
    origin,
    frame: previewFrame.sandbox,
    texts: {
      ...{ SITE_EXPIRED, SITE_STOPPED, FETCH_ERROR, UNKNOWN_ERROR, [shown]: undefined },
      ...{ SITE_NOT_FOUND, PATH_MISSING },
    },
    loading: screenWords.loading,
  };
  const pathExpression =
    ownOrigins?.pathExpression('location.hostname') ?? 'location.pathname.replace(/^\\/[^/]*\\/?/,"")';
  // The script has no indentation and line breaks, which would enlarge the screen.
  return `(function(){
"use strict";
var data=${JSON.stringify(data).replaceAll('<', '\\u003c')};
var find=id=>document.getElementById(id);
var ids=["title","happened","advice"];
data.texts[find("code").textContent]??=Object.fromEntries(ids.map(id=>[id,find(id).textContent]));
var path=${pathExpression};
var report=find("report");
if(report)report.search="?path="+path.split(/[/~]/)[0];
find("retry").addEventListener("submit",event=>{event.preventDefault();retry()});
function show(state){
  find("problem").hidden=state!=="problem";
  find("loading").hidden=state!=="loading";
}
function fail(code){
  if(!Object.hasOwn(data.texts,code))code="UNKNOWN_ERROR";
  var text={...data.texts.SITE_NOT_FOUND,...data.texts[code]};
  document.title=text.title;
  find("problem").className=${JSON.stringify(transientCodes)}.includes(code)?"":"final";
  ids.forEach(id=>{find(id).textContent=text[id]});
  find("code").textContent=text.code||code;
  show("problem");
  find("retry").querySelector("button").focus();
}
function retry(){
  document.title=data.loading;
  show("loading");
  fetch(data.origin+"/functions/v1/serve-site?path="+encodeURIComponent(path),{credentials:"omit",cache:"no-store"}).then(
    answer=>{
      if([429,502,503,504].includes(answer.status))return fail("FETCH_ERROR");
      return answer.json().then(body=>{
        var site=answer.ok&&body.site;
        if(site&&!site.kind)replace(site);
        else site||/UNDER_REVIEW|NOT_FOUND/.test(body.code)?location.reload():fail(body.code);
      }).catch(()=>fail("UNKNOWN_ERROR"));
    },
    ()=>fail("FETCH_ERROR")
  );
}
function shim(){${storageShimScript}}
function replace(site){
  var html=site.html_content.replace(/^\\uFEFF/,"");
  shim();
  try{
    document.open();
    document.write(html);
    document.close();
    document.title=site.title;
  }catch(error){
    showInFrame(html,site.title);
  }
}
function showInFrame(html,title){
  var root=document.documentElement||document.appendChild(document.createElement("html"));
  var frame=document.createElement("iframe");
  frame.setAttribute("sandbox",data.frame);
  frame.setAttribute("style","position:fixed;inset:0;width:100%;height:100%;border:0;background:#fff");
  frame.title=title;
  frame.srcdoc="<script>("+shim+")()<\\/script>"+html;
  var body=document.createElement("body");
  body.appendChild(frame);
  if(document.body)document.body.replaceWith(body);else root.appendChild(body);
  document.title=title;
}
})();`.replaceAll(/^ +|(?<=[;{,(])\n/gm, '');
}
