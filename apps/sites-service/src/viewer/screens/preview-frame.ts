import type { PageAddresses, PreviewFrameEvent } from '@haru/contracts';
import { framedByApp, securityHeaders } from '../headers/page-security.js';
import { storageShimScript } from '../shim/storage-shim-script.js';

/**
 * Makes the document that shows a page of the app's editor. It has the sandbox of a share link, and only the app may
 * frame it: otherwise any site could show a page on the pages host that is not published and cannot be stopped.
 */
export function previewFrameOf({ appOrigin }: Pick<PageAddresses, 'appOrigin'>) {
  const body = Buffer.from(page(appOrigin));
  return {
    headers: [
      ...['Content-Type', 'text/html; charset=utf-8'],
      ...['Content-Length', String(body.length)],
      ...['Cache-Control', 'public, max-age=300'],
      ...['X-Robots-Tag', 'noindex'],
      ...framedByApp(securityHeaders, appOrigin),
    ],
    body,
  };
}

function page(appOrigin: string): string {
  return `<!doctype html><meta charset="utf-8"><meta name="robots" content="noindex"><script>${script(appOrigin)}</script>`;
}

/**
 * The policy is inserted before a static page, so that it applies before anything of the page is read: nothing is
 * requested from any server. A page can add policies and cannot lift this one.
 */
const STATIC_PAGE_POLICY =
  `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; ` +
  `img-src data:; font-src data:; media-src data:; base-uri 'none'; form-action 'none'">` +
  '<meta http-equiv="x-dns-prefetch-control" content="off">';

const event = (name: PreviewFrameEvent['haruPreview']): string => JSON.stringify({ haruPreview: name });

/**
 * `document.open` removes all listeners of the window, so those that follow the page's scrolling are added after it. A
 * leading byte order mark would be the body's first character and turn on quirks mode. The scroll position is restored
 * when all pictures are loaded, unless the reader has scrolled by then. Until the page is used, its scripts cannot
 * focus a field: keys that the author types in the editor would go there. A static page is shown in a frame of its own,
 * whose empty sandbox allows no scripts. No policy covers the hints of a `link`, such as `preconnect`, and Chromium
 * connects to the server of a frame before it asks the policy. The first of two attributes of one name counts, so these
 * elements get harmless ones before their own; they have no quotes, because the same letters can be in an attribute.
 */
const script = (appOrigin: string): string => `(function(){
"use strict";
var app=${JSON.stringify(appOrigin).replaceAll('<', '\\u003c')},frame=window.parent;
function shim(){${storageShimScript}}
function isOf(event,kind){
  return event.source===frame&&event.origin===app&&event.data!==null&&typeof event.data==="object"&&event.data.haruPreview===kind;
}
function move(place){window.scrollTo({left:Number(place.x)||0,top:Number(place.y)||0,behavior:"instant"})}
function show(html,place){
  shim();
  document.open();
  var moved=false,focus=HTMLElement.prototype.focus;
  HTMLElement.prototype.focus=function(){};
  function toPlace(){if(!moved)move(place)}
  function onUse(name,then){addEventListener(name,then,{once:true,passive:true,capture:true})}
  ["wheel","touchmove","keydown","pointerdown"].forEach(function(name){onUse(name,function(){moved=true})});
  ["keydown","pointerdown"].forEach(function(name){onUse(name,function(){HTMLElement.prototype.focus=focus})});
  addEventListener("message",function(event){
    if(!isOf(event,"scroll"))return;
    moved=true;
    move(event.data.place);
  });
  addEventListener("scroll",function(){
    frame.postMessage({haruPreview:"scrolled",place:{x:window.scrollX,y:window.scrollY}},app);
  },{passive:true});
  document.addEventListener("DOMContentLoaded",function(){
    toPlace();
    frame.postMessage(${event('shown')},app);
  });
  addEventListener("load",toPlace);
  document.write(html.replace(/^\\uFEFF/,""));
  document.close();
}
function showStatic(html){
  var still=document.createElement("iframe");
  still.setAttribute("sandbox","");
  still.setAttribute("referrerpolicy","no-referrer");
  still.setAttribute("style","position:fixed;inset:0;width:100%;height:100%;border:0;background:#fff");
  still.addEventListener("load",function(){frame.postMessage(${event('shown')},app)});
  still.srcdoc=${JSON.stringify(STATIC_PAGE_POLICY)}+
    html.replace(/^\\uFEFF/,"").replace(/<(link|iframe|frame)(?=[\\s/>])/gi,"<$1 srcdoc rel=x src=about:blank");
  document.documentElement.appendChild(still);
}
addEventListener("message",function take(event){
  var isStatic=isOf(event,"staticPage");
  if(!isStatic&&!isOf(event,"page")||typeof event.data.html!=="string")return;
  removeEventListener("message",take);
  if(isStatic)showStatic(event.data.html);
  else show(event.data.html,event.data.place);
});
frame.postMessage(${event('ready')},app);
})();`;
